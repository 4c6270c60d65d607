import { repayLoan, type Loan } from '@evenhand/protocol/loans.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog, DialogActions } from '@evenhand/ui/dialog.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { Tabs } from '@evenhand/ui/tabs.tsx'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { evenAmounts } from '../../lib/even-amounts.tsx'
import { AmountBox, readAmount, useAmountProblem } from '../../lib/amount-box.tsx'
import { useBalances } from '../../lib/balances.ts'
import { call } from '../../lib/call.ts'
import { DialogProblem } from '../../lib/dialog-problem.tsx'
import { Row } from '../../lib/figure-row.tsx'
import { Amount } from '../../lib/format.tsx'
import { useKeyedChange } from '../../lib/use-keyed-change.ts'
import { usdtText, usdtUnits } from '../../lib/usdt.ts'
import { nextInstalment } from './loans-query.ts'
import { useLoanProblem } from './use-loan-problem.ts'
import { toFirstError } from '../../lib/use-first-error.ts'

type Part = 'all' | 'part'

/** Repaying: everything at what is owed now, or a part. */
export function RepayDialog({ loan, onClose }: { loan: Loan; onClose: () => void }) {
  const t = useTranslations('loans')
  const common = useTranslations('common')
  const problemText = useLoanProblem()
  const problemOf = useAmountProblem()
  // By a repayment plan it is the next instalment that is due.
  const instalment = nextInstalment(loan)
  const [part, setPart] = useState<Part>(instalment ? 'part' : 'all')
  const [text, setText] = useState(instalment ? formatUnits(usdtUnits(instalment.left), 6, 2) : '')
  const [pressed, setPressed] = useState(false)
  const empty = pressed && text.trim() === '' ? t('enterAmount') : undefined
  const range = { min: 1n, max: usdtUnits(loan.owed.total) }
  const read = readAmount(text, range)
  const { mutate, isPending, error, reset } = useKeyedChange(
    (amount: string, options) => call(repayLoan, { id: loan.id, amount }, options),
    ({ status }) => {
      toast(t(status === 'REPAID' ? 'repay.doneAll' : 'repay.donePart'), 'good')
      onClose()
    },
  )
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setPressed(true)
    if (part === 'all') mutate('ALL')
    else if ('units' in read) mutate(usdtText(read.units))
  }
  const choose = (next: Part) => {
    reset()
    setPart(next)
  }
  return (
    <Dialog variant="sheet" open onClose={onClose} title={t('repay.title')} closeLabel={common('close')}>
      <form ref={toFirstError} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Tabs
          label={t('repay.title')}
          variant="segment"
          items={(['all', 'part'] as const).map((value) => ({ value, label: t(`repay.${value}`) }))}
          value={part}
          onChange={choose}
          panelId="repayment"
        />
        <div id="repayment" role="tabpanel" aria-label={t(`repay.${part}`)} className="flex flex-col gap-4">
          {part === 'part' && (
            <AmountBox
              label={t('repay.amount')}
              text={text}
              onType={(next) => {
                reset()
                setText(next)
              }}
              range={undefined}
              error={problemOf(read, range) ?? empty}
            />
          )}
          <Owed loan={loan} />
          <Balances />
        </div>
        <p className="text-13 text-fg2">{t('repay.order')}</p>
        <DialogActions>
          <DialogProblem>{error && problemText(error)}</DialogProblem>
          <Button type="submit" size="large" busy={isPending} className="grow">
            {part === 'all' || 'units' in read
              ? t(part === 'all' ? 'repay.confirmAll' : 'repay.confirm')
              : t('enterAmount')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Loan money that is left, which goes first, and the customer's own. */
function Balances() {
  const t = useTranslations('loans')
  const { data } = useBalances()
  if (!data) return null
  const free = (list: readonly { asset: string; free: string }[], asset: string) =>
    list.find((one) => one.asset === asset)?.free ?? '0'
  return (
    <dl className="flex flex-col gap-1 text-13">
      <Row name={t('repay.loanMoney')}>
        <Amount text={free(data.loan, 'USDT.loan')} />
      </Row>
      <Row name={t('repay.ownMoney')}>
        <Amount text={free(data.real, 'USDT')} />
      </Row>
    </dl>
  )
}

/** What is owed now, in its parts. */
function Owed({ loan }: { loan: Loan }) {
  const t = useTranslations('loans')
  const { principal, interest, total } = loan.owed
  const { amount } = evenAmounts(principal, interest, total)
  return (
    <dl className="flex flex-col gap-1.5 rounded-control bg-sunken px-4 py-3">
      <Row name={t('account.principal')}>{amount(principal)}</Row>
      <Row name={t('calc.interest')}>{amount(interest)}</Row>
      <Row name={t('account.payToday')} strong>
        {amount(total)}
      </Row>
    </dl>
  )
}
