import { Card } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { evenAmounts } from '../../lib/even-amounts.tsx'
import { useWhen } from '../../lib/use-when.ts'
import { InvitePayments } from './invite-payments.tsx'
import type { InviteInfo } from './invites-query.ts'

const parts = ['accrued', 'held', 'paid', 'voided', 'paidThisMonth', 'fees30d'] as const

/** What the invited brought, by what became of it, and when the next payment is. */
export function InviteSums({ info: { sums, counts, nextPayAt } }: { info: InviteInfo }) {
  const t = useTranslations('invites')
  const when = useWhen()
  const shown = parts.filter((part) => (part !== 'held' && part !== 'voided') || /[1-9]/.test(sums[part]))
  const { amount } = evenAmounts(...shown.map((part) => sums[part]))
  return (
    <Card className="flex flex-col gap-3 p-5">
      <h2 className="text-18 font-700">{t('sums.title')}</h2>
      <p className="text-14 text-fg2">{t('sums.counts', { invited: counts.invited, verified: counts.verified })}</p>
      <dl className="flex flex-col gap-1.5 text-14">
        {shown.map((part) => (
          <Line key={part} name={t(`sums.${part}`)}>
            {amount(sums[part])}
          </Line>
        ))}
      </dl>
      <p className="text-13 text-fg2">{t('sums.next', { time: when(nextPayAt) })}</p>
      <InvitePayments />
    </Card>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="text-fg2">{name}</dt>
    <dd className="ms-auto font-600">{children}</dd>
  </div>
)
