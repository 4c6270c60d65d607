import { addCollateral, takeCollateral, type HeldCollateral } from '@evenhand/protocol/loan-collateral.ts'
import { minCollateral } from '@evenhand/protocol/collateral-rules.ts'
import { assetScales, formatUnits } from '@evenhand/protocol/money.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog, DialogActions } from '@evenhand/ui/dialog.tsx'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useBalances } from '../../lib/balances.ts'
import { call } from '../../lib/call.ts'
import { Row } from '../../lib/figure-row.tsx'
import { parseAmount } from '../../lib/parse-amount.ts'
import { useKeyedChange } from '../../lib/use-keyed-change.ts'
import { Coins, useCoinProblem } from './collateral-choice.tsx'
import { useLoanProblem } from './use-loan-problem.ts'

type SheetProps = { held: HeldCollateral; onClose: () => void }

/** More of the same coin for a loan that is secured with it. */
export function AddCollateral({ held, onClose }: SheetProps) {
  const { data } = useBalances()
  const free = data?.real.find(({ asset }) => asset === held.coin)?.free ?? '0'
  return <CollateralSheet texts={adding} send={addCollateral} most={free} held={held} onClose={onClose} />
}

/** A part of the collateral back, as much as leaves what is owed at most half the value of the rest. */
export function TakeCollateral({ held, onClose }: SheetProps) {
  const most = held.returnable ?? '0'
  return <CollateralSheet texts={taking} send={takeCollateral} most={most} held={held} onClose={onClose} />
}

const adding = {
  title: 'collateral.add',
  most: 'collateral.free',
  text: 'collateral.addText',
  done: 'collateral.added',
} as const
const taking = {
  title: 'collateral.take',
  most: 'collateral.returnable',
  text: 'collateral.takeText',
  done: 'collateral.taken',
} as const

type MoveProps = SheetProps & {
  texts: typeof adding | typeof taking
  send: typeof addCollateral | typeof takeCollateral
  /** How much it may be, in the coin. */
  most: string
}

/** The sheet that asks how much of a coin goes to a loan's collateral or comes back from it. */
function CollateralSheet({ texts, send, most, held: { loanId, coin }, onClose }: MoveProps) {
  const t = useTranslations('loans')
  const common = useTranslations('common')
  const problemText = useLoanProblem()
  const [text, setText] = useState('')
  const scale = assetScales[coin]
  const min = formatUnits(minCollateral[coin], scale)
  const problem = useCoinProblem({ coin, free: most, needed: null, min })(text)
  const read = parseAmount(text, scale)
  const { mutate, isPending, error, reset } = useKeyedChange(
    (amount: string, options) => call(send, { id: loanId, amount }, options),
    () => {
      toast(t(texts.done), 'good')
      onClose()
    },
  )
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (read.kind === 'amount' && problem === undefined) mutate(formatUnits(read.units, scale))
  }
  return (
    <Dialog variant="sheet" open onClose={onClose} title={t(texts.title)} closeLabel={common('close')}>
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
          <Row name={t(texts.most)}>
            <Coins coin={coin} text={most} />
          </Row>
        </dl>
        <p className="text-13 text-fg2">{t(texts.text)}</p>
        <FieldError>{error ? problemText(error) : undefined}</FieldError>
        <DialogActions>
          <Button type="submit" size="large" busy={isPending} className="grow">
            {t(texts.title)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
