import { revokeLoanClause, type Loan } from '@evenhand/protocol/loans.ts'
import { type LoanClause } from '@evenhand/protocol/loan-rules.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { Dot } from '../../lib/dot.tsx'
import { useKeyedChange } from '../../lib/use-keyed-change.ts'
import { useWhen } from '../../lib/use-when.ts'
import { useLoanProblem } from './use-loan-problem.ts'

/** Clauses that the customer signed with a loan, each with the way out of it. */
export function SignedClauses({ loan }: { loan: Loan }) {
  const t = useTranslations('loans')
  const signed = [
    ['STANDING_ORDER', loan.standingOrder],
    ['SET_OFF', loan.setOff],
  ] as const
  const rows = signed.flatMap(([clause, given]) => (given === null ? [] : [{ clause, ...given }]))
  if (rows.length === 0) return null
  return (
    <section
      aria-label={t('clauses.title')}
      className="flex flex-col gap-2 rounded-control bg-sunken px-4 py-3 text-13"
    >
      <h3 className="font-600">{t('clauses.title')}</h3>
      {rows.map((row) => (
        <SignedClause key={row.clause} id={loan.id} {...row} />
      ))}
    </section>
  )
}

type SignedProps = { id: string; clause: LoanClause; revokedAt: number | null }

function SignedClause({ id, clause, revokedAt }: SignedProps) {
  const t = useTranslations('loans')
  const when = useWhen()
  const problemText = useLoanProblem()
  const { mutate, isPending, error } = useKeyedChange<void, unknown>(
    (_, options) => call(revokeLoanClause, { id, clause }, options),
    () => toast(t('clauses.done'), 'good'),
  )
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="min-w-0 grow basis-60">
        {revokedAt === null ? (
          t(`clauses.signed.${clause}`)
        ) : (
          <>
            {t(`event.${clause}`)}
            <Dot />
            {t('clauses.revoked', { time: when(revokedAt) })}
          </>
        )}
      </p>
      {revokedAt === null && (
        <Button variant="secondary" busy={isPending} onClick={() => mutate()}>
          {t('clauses.revoke')}
        </Button>
      )}
      <FieldError>{error ? problemText(error) : undefined}</FieldError>
    </div>
  )
}
