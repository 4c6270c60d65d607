import { takeCollateral, type HeldCollateral } from '@evenhand/protocol/loan-collateral.ts'
import { minCollateral } from '@evenhand/protocol/collateral-rules.ts'
import { assetScales, formatUnits } from '@evenhand/protocol/money.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog, DialogActions } from '@evenhand/ui/dialog.tsx'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { Row } from '../../lib/figure-row.tsx'
import { parseAmount } from '../../lib/parse-amount.ts'
import { useKeyedChange } from '../../lib/use-keyed-change.ts'
import { Coins, useCoinProblem } from './collateral-choice.tsx'
import { useLoanProblem } from './use-loan-problem.ts'

/** A part of the collateral back, as much as leaves what is owed at most half the value of the rest. */
export function TakeCollateral({ held, onClose }: { held: HeldCollateral; onClose: () => void }) {
  const t = useTranslations('loans')
  const common = useTranslations('common')
  const problemText = useLoanProblem()
  const [text, setText] = useState('')
  const { loanId, coin } = held
  const most = held.returnable ?? '0'
  const scale = assetScales[coin]
  const min = formatUnits(minCollateral[coin], scale)
  const problem = useCoinProblem({ coin, free: most, needed: null, min })(text)
  const read = parseAmount(text, scale)
  const { mutate, isPending, error, reset } = useKeyedChange(
    (amount: string, options) => call(takeCollateral, { id: loanId, amount }, options),
    () => {
      toast(t('collateral.taken'), 'good')
      onClose()
    },
  )
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (read.kind === 'amount' && problem === undefined) mutate(formatUnits(read.units, scale))
  }
  return (
    <Dialog variant="sheet" open onClose={onClose} title={t('collateral.take')} closeLabel={common('close')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label={t('collateral.amount', { coin })}
          value={text}
          onChange={(event) => {
            reset()
            setText(event.target.value)
          }}
          error={problem}
          suffix={coin}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={30}
        />
        <dl className="text-13">
          <Row name={t('collateral.returnable')}>
            <Coins coin={coin} text={most} />
          </Row>
        </dl>
        <p className="text-13 text-fg2">{t('collateral.takeText')}</p>
        <FieldError>{error ? problemText(error) : undefined}</FieldError>
        <DialogActions>
          <Button type="submit" size="large" busy={isPending} className="grow">
            {t('collateral.take')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
