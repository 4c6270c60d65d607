import { cancelLoan, withdrawLoanApplication, type Loan } from '@evenhand/protocol/loans.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog, DialogActions } from '@evenhand/ui/dialog.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { call, type CallOptions } from '../../lib/call.ts'
import { isRefused } from '../../lib/problem.ts'
import { useKeyedChange } from '../../lib/use-keyed-change.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { useWhen } from '../../lib/use-when.ts'
import { useLoanProblem } from './use-loan-problem.ts'

type DialogProps = { loan: Loan; onClose: () => void }

/** Cancelling within the first days: the principal goes back and nothing is owed. */
export function CancelDialog({ loan, onClose }: DialogProps) {
  const t = useTranslations('loans')
  const { amount } = useLocalNumber()
  const when = useWhen()
  return (
    <ChangeDialog
      kind="cancel"
      onClose={onClose}
      send={(options) => call(cancelLoan, { id: loan.id }, options)}
      text={t('cancel.text', { amount: amount(loan.outstanding, 'USDT'), time: when(loan.cancelUntil ?? 0) })}
    />
  )
}

/** Taking back an application that is not decided yet. */
export function WithdrawDialog({ loan, onClose }: DialogProps) {
  const t = useTranslations('loans')
  return (
    <ChangeDialog
      kind="withdraw"
      onClose={onClose}
      send={(options) => call(withdrawLoanApplication, { id: loan.id }, options)}
      text={t('withdraw.text')}
    />
  )
}

type ChangeProps = {
  kind: 'cancel' | 'withdraw' | 'decline'
  text: ReactNode
  send: (options: CallOptions) => Promise<unknown>
  onClose: () => void
}

/** Asks before a change that is not taken back. */
export function ChangeDialog({ kind, text, send, onClose }: ChangeProps) {
  const t = useTranslations('loans')
  const common = useTranslations('common')
  const problemText = useLoanProblem()
  const { mutate, isPending, error } = useKeyedChange<void, unknown>(
    (_, options) => send(options),
    () => {
      toast(t(`${kind}.done`), 'good')
      onClose()
    },
  )
  return (
    <Dialog variant="sheet" open onClose={onClose} title={t(`${kind}.open`)} closeLabel={common('close')}>
      <div className="flex flex-col gap-4">
        <p>{text}</p>
        <FieldError>
          {isRefused(error, 'notFound') ? t(`${kind}.late`) : error ? problemText(error) : undefined}
        </FieldError>
        <DialogActions>
          <Button variant="secondary" size="large" onClick={onClose} className="grow basis-0">
            {common('back')}
          </Button>
          <Button size="large" busy={isPending} onClick={() => mutate()} className="grow basis-0">
            {t(`${kind}.confirm`)}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
