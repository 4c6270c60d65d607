import { addCollateral, type HeldCollateral } from '@evenhand/protocol/loan-collateral.ts'
import { minCollateral, type CollateralCoin } from '@evenhand/protocol/collateral-rules.ts'
import { assetScales, formatUnits } from '@evenhand/protocol/money.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog, DialogActions } from '@evenhand/ui/dialog.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useBalances } from '../../lib/balances.ts'
import { call } from '../../lib/call.ts'
import { DialogProblem } from '../../lib/dialog-problem.tsx'
import { Row } from '../../lib/figure-row.tsx'
import { parseAmount } from '../../lib/parse-amount.ts'
import { toFirstError } from '../../lib/use-first-error.ts'
import { useKeyedChange } from '../../lib/use-keyed-change.ts'
import { Coins, useCoinProblem } from './collateral-choice.tsx'
import { useLoanProblem } from './use-loan-problem.ts'

type SheetProps = { held: HeldCollateral; onClose: () => void }

/** More of the same coin for a loan that is secured with it. */
export function AddCollateral({ held: { loanId, coin }, onClose }: SheetProps) {
  const t = useTranslations('loans')
  const common = useTranslations('common')
  const problemText = useLoanProblem()
  const { data } = useBalances()
  const free = data?.real.find(({ asset }) => asset === coin)?.free ?? '0'
  const [text, setText] = useState('')
  const [pressed, setPressed] = useState(false)
  const scale = assetScales[coin]
  const min = formatUnits(minCollateral[coin], scale)
  const problem = useCoinProblem({ coin, free, needed: null, min })(text, pressed)
  const read = parseAmount(text, scale)
  const { mutate, isPending, error, reset } = useKeyedChange(
    (amount: string, options) => call(addCollateral, { id: loanId, amount }, options),
    () => {
      toast(t('collateral.added'), 'good')
      onClose()
    },
  )
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setPressed(true)
    if (read.kind === 'amount' && problem === undefined) mutate(formatUnits(read.units, scale))
  }
  return (
    <Dialog variant="sheet" open onClose={onClose} title={t('collateral.add')} closeLabel={common('close')}>
      <form ref={toFirstError} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <CoinField
          coin={coin}
          text={text}
          problem={problem}
          onType={(next) => {
            reset()
            setText(next)
          }}
        />
        <dl className="text-13">
          <Row name={t('collateral.free')}>
            <Coins coin={coin} text={free} />
          </Row>
        </dl>
        <p className="text-13 text-fg2">{t('collateral.addText')}</p>
        <DialogActions>
          <DialogProblem>{error && problemText(error)}</DialogProblem>
          <Button type="submit" size="large" busy={isPending} className="grow">
            {t('collateral.add')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type FieldProps = {
  coin: CollateralCoin
  text: string
  problem: string | undefined
  onType: (text: string) => void
}

/** How much of a coin. */
export function CoinField({ coin, text, problem, onType }: FieldProps) {
  const t = useTranslations('loans')
  return (
    <TextField
      label={t('collateral.amount', { coin })}
      value={text}
      onChange={(event) => onType(event.target.value)}
      error={problem}
      suffix={coin}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="done"
      maxLength={30}
    />
  )
}
