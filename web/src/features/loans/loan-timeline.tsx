import type { LoanEvent } from '@evenhand/protocol/loans.ts'
import { useTranslations } from 'use-intl'
import { evenAmounts } from '../../lib/even-amounts.tsx'
import { StepMark, type StepIs } from '../../lib/step-mark.tsx'
import { usdtText, usdtUnits } from '../../lib/usdt.ts'
import { useWhen } from '../../lib/use-when.ts'

const bad: ReadonlySet<LoanEvent['kind']> = new Set(['REJECTED', 'OVERDUE', 'IN_ARREARS', 'WRITTEN_OFF'])
const off: ReadonlySet<LoanEvent['kind']> = new Set(['WITHDRAWN', 'CANCELLED'])
const isOf = (kind: LoanEvent['kind']): StepIs => (bad.has(kind) ? 'bad' : off.has(kind) ? 'off' : 'done')

/** What happened to a loan, with what was paid. */
export function LoanTimeline({ events }: { events: readonly LoanEvent[] }) {
  const t = useTranslations('loans')
  const when = useWhen()
  const sums = events.map(({ principal, interest }) => (principal === null ? undefined : sum(principal, interest)))
  const { amount } = evenAmounts(...sums)
  return (
    <ol aria-label={t('account.history')} className="flex flex-col gap-2">
      {events.map(({ kind, at }, index) => (
        <li key={`${kind} ${at}`} className="flex items-start gap-2.5">
          <StepMark is={isOf(kind)} />
          <span className="min-w-0 grow">
            {t(`event.${kind}`)} {sums[index] !== undefined && amount(sums[index])}
            <span className="block text-12 text-fg3">{when(at)}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

const sum = (principal: string, interest: string | null): string =>
  usdtText(usdtUnits(principal) + usdtUnits(interest ?? '0'))
