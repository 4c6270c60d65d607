import { minCollateral } from '@evenhand/protocol/collateral-rules.ts'
import { takeCollateral, type HeldCollateral } from '@evenhand/protocol/loan-collateral.ts'
import { assetScales, formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog, DialogActions } from '@evenhand/ui/dialog.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { Row } from '../../lib/figure-row.tsx'
import { Amount } from '../../lib/format.tsx'
import { parseAmount } from '../../lib/parse-amount.ts'
import { isRefused } from '../../lib/problem.ts'
import { toFirstError } from '../../lib/use-first-error.ts'
import { useKeyedChange } from '../../lib/use-keyed-change.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { Coins, useCoinProblem } from './collateral-choice.tsx'
import { CollateralMeter } from './collateral-meter.tsx'
import { CoinField } from './collateral-sheet.tsx'
import { shareOf } from './collateral-share.ts'
import { useLoanProblem } from './use-loan-problem.ts'

type SheetProps = { held: HeldCollateral; onClose: () => void }

/**
 * A part of the collateral back, as much as leaves what is owed at most half the value of the rest: how much, and then what
 * is left and the share it makes, which is confirmed before anything moves.
 */
export function TakeCollateral({ held, onClose }: SheetProps) {
  const t = useTranslations('loans')
  const common = useTranslations('common')
  const problemText = useTakeProblem(held)
  const { amount: local } = useLocalNumber()
  const { coin, loanId } = held
  const scale = assetScales[coin]
  const [text, setText] = useState('')
  const [pressed, setPressed] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const read = parseAmount(text, scale)
  const problem = useTakeRange(held)(text, pressed)
  const units = read.kind === 'amount' ? read.units : undefined
  const { mutate, isPending, error, reset } = useKeyedChange(
    (amount: string, options) =>
      call(takeCollateral, { id: loanId, amount }, options).catch((cause: unknown) => {
        // A loan that has ended leaves the page with this sheet, so that no text in it would be read.
        if (isRefused(cause, 'notFound')) toast(t('collateral.takeEnded'))
        throw cause
      }),
    () => {
      toast(t('collateral.taken'), 'good')
      onClose()
    },
  )
  const goTo = (confirming: boolean) => {
    reset()
    setConfirming(confirming)
  }
  const figures = useRef<HTMLDListElement>(null)
  // Where the field was, the figures to check are read on.
  useEffect(() => {
    if (isConfirming) figures.current?.focus()
  }, [isConfirming])
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setPressed(true)
    if (units === undefined) return
    if (isConfirming) mutate(formatUnits(units, scale))
    else if (problem === undefined) goTo(true)
  }
  return (
    <Dialog variant="sheet" open onClose={onClose} title={t('collateral.take')} closeLabel={common('close')}>
      <form ref={toFirstError} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {!isConfirming && <CoinField coin={coin} text={text} problem={problem} onType={setText} />}
        <dl ref={figures} tabIndex={-1} className="flex flex-col gap-1 text-13 outline-none">
          <Row name={t('collateral.returnable')}>
            <Coins coin={coin} text={held.returnable ?? '0'} />
          </Row>
          {units !== undefined && problem === undefined && <After held={held} units={units} />}
        </dl>
        {units !== undefined && problem === undefined && <ShareAfter held={held} units={units} />}
        <p className="text-13 text-fg2">{t('collateral.takeText')}</p>
        <FieldError>{error ? problemText(error) : isConfirming ? problem : undefined}</FieldError>
        <Steps
          isPending={isPending}
          goBack={isConfirming ? () => goTo(false) : undefined}
          text={
            units === undefined
              ? t('enterAmount')
              : isConfirming
                ? t('collateral.takeConfirm', { amount: local(formatUnits(units, scale), coin) })
                : t('collateral.takeCheck')
          }
        />
      </form>
    </Dialog>
  )
}

type StepsProps = { text: string; isPending: boolean; goBack: (() => void) | undefined }

/** On to the figures and then to what they require, and back from there. */
function Steps({ text, isPending, goBack }: StepsProps) {
  const common = useTranslations('common')
  return (
    <DialogActions>
      {goBack && (
        <Button variant="secondary" size="large" onClick={goBack} className="grow basis-0">
          {common('back')}
        </Button>
      )}
      <Button
        type="submit"
        size="large"
        busy={isPending}
        // The second click of a double click confirms nothing: what it would confirm was not there to be read.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
        className="grow basis-0"
      >
        {text}
      </Button>
    </DialogActions>
  )
}

type AfterProps = { held: HeldCollateral; units: bigint }

const leftOf = ({ coin, amount }: HeldCollateral, units: bigint): bigint =>
  (parseUnits(amount, assetScales[coin]) ?? 0n) - units

/** What would be held and owed once so much is taken back. */
function After({ held, units }: AfterProps) {
  const t = useTranslations('loans')
  return (
    <>
      <Row name={t('collateral.heldAfter')} strong>
        <Coins coin={held.coin} text={formatUnits(leftOf(held, units), assetScales[held.coin])} />
      </Row>
      <Row name={t('account.payToday')}>
        <Amount text={held.owed} />
      </Row>
    </>
  )
}

/** The share that what is owed makes of the rest, at the newest recorded price; nothing without one. */
function ShareAfter({ held, units }: AfterProps) {
  const t = useTranslations('loans')
  const { coin, owed, tick } = held
  if (tick === null) return null
  return (
    <CollateralMeter
      name={t('collateral.ltvAfter')}
      ltv={shareOf(owed, { coin, units: leftOf(held, units), price: tick.price })}
    />
  )
}

const useTakeRange = ({ coin, returnable }: HeldCollateral) =>
  useCoinProblem({
    coin,
    free: returnable ?? '0',
    needed: null,
    min: formatUnits(minCollateral[coin], assetScales[coin]),
  })

/** A refusal in words: the rules that decide here have other reasons than where orders are placed. */
function useTakeProblem({ coin }: HeldCollateral): (problem: unknown) => string {
  const t = useTranslations('loans')
  const problemText = useLoanProblem()
  const { amount } = useLocalNumber()
  return (problem) => {
    if (isRefused(problem, 'notTradableNow')) return t('collateral.takeStale')
    if (isRefused(problem, 'notFound')) return t('collateral.takeEnded')
    if (isRefused(problem, 'amountWrong') && typeof problem.params['max'] === 'string')
      return t('collateral.takeLess', { max: amount(problem.params['max'], coin) })
    return problemText(problem)
  }
}
