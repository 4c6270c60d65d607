import { Card } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Amount, Figure, formatAmount, formatDecimal } from '../../lib/format.tsx'
import { useFetched } from '../../lib/use-fetched.ts'

const freshMs = 30_000
const load = async () => (await import('./load-plan-reserve.ts')).loadPlanReserve()
const amounts = ['owed', 'setAside', 'free', 'principal', 'paid', 'penalties'] as const

/** The reserve of yields to the public: what it owes, what is set aside, and what was paid. */
export function PlanReserve() {
  const t = useTranslations('transparency')
  const { data } = useFetched('planReserve', load, freshMs)
  if (!data) return null
  return (
    <section
      id="plans"
      className="mx-auto flex max-w-240 scroll-mt-20 flex-col gap-4 px-gutter pb-10"
      aria-labelledby="plans-title"
    >
      <div>
        <h2 id="plans-title" className="text-20 font-700 text-balance desktop:text-24">
          {t('plans.title')}
        </h2>
        <p className="mt-2 max-w-text text-15 text-fg2">{t('plans.lead')}</p>
      </div>
      <Card className="p-4">
        <dl className="grid gap-x-10 gap-y-2 text-14 desktop:grid-cols-2">
          {amounts.map((name) => (
            <Line key={name} label={t(`plans.${name}`)}>
              <Amount text={data[name]} />
            </Line>
          ))}
          <Line label={t('plans.coverage')}>
            <Figure>{data.coverage === null ? '—' : `${formatAmount(data.coverage)}%`}</Figure>
          </Line>
          <Line label={t('plans.positions')}>
            <Figure>{formatDecimal(String(data.positions))}</Figure>
          </Line>
        </dl>
      </Card>
      <a
        href="/swx/customer/smart/reserve"
        dir="ltr"
        className="inline-flex min-h-11 items-center self-start font-mono text-13 text-accent-text underline underline-offset-2 desktop:min-h-8"
      >
        /swx/customer/smart/reserve
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
