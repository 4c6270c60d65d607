import { Card } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Amount, Figure, formatAmount, formatDecimal } from '../../lib/format.tsx'
import { useFetched } from '../../lib/use-fetched.ts'

const freshMs = 30_000
const load = async () => (await import('./load-invite-figures.ts')).loadInviteFigures()
const amounts = ['fees', 'paid', 'accrued', 'held', 'voided'] as const

/** The invite programme to the public: fees, and what was paid of them. */
export function InviteFigures() {
  const t = useTranslations('transparency')
  const { data } = useFetched('inviteFigures', load, freshMs)
  if (!data) return null
  return (
    <section
      id="invites"
      className="mx-auto flex max-w-240 scroll-mt-20 flex-col gap-4 px-gutter pb-10"
      aria-labelledby="invites-title"
    >
      <div>
        <h2 id="invites-title" className="text-20 font-700 text-balance desktop:text-24">
          {t('invites.title')}
        </h2>
        <p className="mt-2 max-w-text text-15 text-fg2">{t('invites.lead')}</p>
      </div>
      <Card className="p-4 desktop:p-5">
        <dl className="grid gap-x-10 gap-y-2 text-14 desktop:grid-cols-2">
          <Line label={t('invites.invited')}>
            <Figure>{formatDecimal(String(data.invited))}</Figure>
          </Line>
          {amounts.map((name) => (
            <Line key={name} label={t(`invites.${name}`)}>
              <Amount text={data[name]} />
            </Line>
          ))}
          <Line label={t('invites.share')}>
            <Figure>{data.share === null ? '—' : `${formatAmount(data.share)}%`}</Figure>
          </Line>
        </dl>
      </Card>
      <a
        href="/swx/customer/invite/statistics"
        dir="ltr"
        className="inline-flex min-h-11 items-center self-start font-mono text-13 text-accent-text underline underline-offset-2 desktop:min-h-8"
      >
        /swx/customer/invite/statistics
      </a>
    </section>
  )
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="text-fg2">{label}</dt>
    <dd className="ms-auto text-end font-600">{children}</dd>
  </div>
)
