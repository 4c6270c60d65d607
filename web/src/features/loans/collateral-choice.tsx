import { collateralCoins, type CollateralCoin } from '@evenhand/protocol/collateral-rules.ts'
import { assetScales, formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { ChoiceChip } from '@evenhand/ui/chip.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Row } from '../../lib/figure-row.tsx'
import { Amount } from '../../lib/format.tsx'
import { parseAmount } from '../../lib/parse-amount.ts'
import { toFirstError } from '../../lib/use-first-error.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { CollateralMeter } from './collateral-meter.tsx'
import { shareOf } from './collateral-share.ts'
import { useCollateralOffer, type Chosen, type CollateralOffer } from './collateral-query.ts'

type ChoiceProps = {
  /** Of the loan, USDT. */
  amount: string
  chosen: Chosen | undefined
  onChoose: (chosen: Chosen | undefined) => void
}
type OfferedCoin = CollateralOffer['coins'][number]

/** What secures the loan, if anything: a coin and its amount, which stand in the agreement once they are put there. */
export function CollateralChoice({ amount, chosen, onChoose }: ChoiceProps) {
  const t = useTranslations('loans')
  const [coin, setCoin] = useState<CollateralCoin | undefined>(chosen?.coin)
  const { data } = useCollateralOffer(amount)
  const offered = data?.coins.find((one) => one.coin === coin)
  return (
    <Card className="flex flex-col gap-3 p-5">
      <h2 className="text-16 font-700">{t('collateral.title')}</h2>
      <p className="text-13 text-fg2">{t('collateral.lead')}</p>
      <div role="group" aria-label={t('collateral.title')} className="flex flex-wrap gap-2">
        <ChoiceChip
          chosen={coin === undefined}
          onChoose={() => {
            setCoin(undefined)
            onChoose(undefined)
          }}
        >
          {t('collateral.none')}
        </ChoiceChip>
        {collateralCoins.map((one) => (
          <ChoiceChip key={one} chosen={coin === one} onChoose={() => setCoin(one)}>
            {one}
          </ChoiceChip>
        ))}
      </div>
      {offered && (
        <Pledge
          key={offered.coin}
          loan={amount}
          offered={offered}
          chosen={chosen?.coin === offered.coin ? chosen.amount : undefined}
          onChoose={(units) => onChoose({ coin: offered.coin, amount: units })}
        />
      )}
    </Card>
  )
}

type PledgeProps = {
  loan: string
  offered: OfferedCoin
  /** The amount that stands in the agreement. */
  chosen: string | undefined
  onChoose: (amount: string) => void
}

function Pledge({ loan, offered, chosen, onChoose }: PledgeProps) {
  const t = useTranslations('loans')
  const { coin, tick, needed, free } = offered
  const [text, setText] = useState(chosen ?? '')
  const [pressed, setPressed] = useState(false)
  const problem = useCoinProblem(offered)
  const read = parseAmount(text, assetScales[coin])
  const error = problem(text, pressed)
  const units = read.kind === 'amount' ? read.units : undefined
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setPressed(true)
    if (units !== undefined && error === undefined) onChoose(formatUnits(units, assetScales[coin]))
  }
  if (tick === null || needed === null) return <p className="text-13 text-warn">{t('collateral.noPrice')}</p>
  // A little more than is needed now, so that it still is when the price has moved.
  const scale = assetScales[coin]
  const enough = formatUnits(((parseUnits(needed, scale) ?? 0n) * 102n) / 100n, scale)
  const isInText = chosen !== undefined && units === parseUnits(chosen, assetScales[coin])
  return (
    <form ref={toFirstError} noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        label={t('collateral.amount', { coin })}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={error}
        suffix={coin}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={30}
      />
      <Quick coin={coin} enough={enough} free={free} onType={setText} />
      <dl className="flex flex-col gap-1 text-13">
        <Row name={t('collateral.needed')}>
          <Coins coin={coin} text={needed} />
        </Row>
        <Row name={t('collateral.free')}>
          <Coins coin={coin} text={free} />
        </Row>
        <Row name={t('collateral.price')}>
          <Amount text={tick.price} />
        </Row>
      </dl>
      {units !== undefined && error === undefined && (
        <CollateralMeter ltv={shareOf(loan, { coin, units, price: tick.price })} />
      )}
      {isInText ? (
        <p className="text-13 text-good">{t('collateral.inText')}</p>
      ) : (
        <Button type="submit" variant="secondary" className="self-start">
          {t('collateral.use')}
        </Button>
      )}
      <p className="text-13 text-fg2">{t('collateral.rule')}</p>
    </form>
  )
}

type QuickProps = { coin: CollateralCoin; enough: string; free: string; onType: (text: string) => void }

/** The ends of the range, for one press. */
function Quick({ coin, enough, free, onType }: QuickProps) {
  const t = useTranslations('amount')
  const ends = [
    { end: 'min', amount: enough },
    { end: 'max', amount: free },
  ] as const
  return (
    <div className="flex flex-wrap gap-2" role="group" aria-label={t('quick')}>
      {ends.map(({ end, amount }) => (
        <button
          key={end}
          type="button"
          onClick={() => onType(amount)}
          className="inline-flex min-h-8 items-center gap-1.5 rounded-control bg-sunken px-3 text-13 text-fg2 hover:text-fg mobile:min-h-11"
        >
          {t(end)} <Coins coin={coin} text={amount} />
        </button>
      ))}
    </div>
  )
}

/** An amount of a coin with its name. */
export const Coins = ({ coin, text }: { coin: CollateralCoin; text: string }) => <Amount text={text} asset={coin} />

/** Why a text is no amount that can be pledged; nothing of an empty one before it is sent. */
export function useCoinProblem({ coin, free, needed, min }: Pick<OfferedCoin, 'coin' | 'free' | 'needed' | 'min'>) {
  const t = useTranslations('amount')
  const loans = useTranslations('loans')
  const { amount } = useLocalNumber()
  const scale = assetScales[coin]
  const lower = parseUnits(needed ?? min, scale) ?? 0n
  const upper = parseUnits(free, scale) ?? 0n
  return (text: string, isSent = false): string | undefined => {
    const read = parseAmount(text, scale)
    if (read.kind === 'empty') return isSent ? loans('enterAmount') : undefined
    if (read.kind === 'ambiguous') return t('ambiguous', { amount: amount(read.readings[0] ?? '') })
    if (read.kind !== 'amount') return t('malformed')
    if (read.units >= lower && read.units <= upper) return undefined
    return t('range', { min: amount(formatUnits(lower, scale)), max: amount(free, coin) })
  }
}
