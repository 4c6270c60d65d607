import type { PlanTerms } from '@evenhand/proofs/plans/terms.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import type { PlanProduct } from '@evenhand/protocol/plans.ts'
import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { ChoiceChip } from '@evenhand/ui/chip.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { usdtText, usdtUnits } from '../../lib/usdt.ts'
import { Row } from '../../lib/figure-row.tsx'
import { productNow } from '../../feed/quote-store.ts'
import { DayCurve } from '../../lib/day-curve.tsx'
import { DaySlider } from '../../lib/day-slider.tsx'
import { evenAmounts } from '../../lib/even-amounts.tsx'
import { Figure, formatDecimal } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { AmountBox, readAmount, useAmountProblem } from '../../lib/amount-box.tsx'
import { figuresOf, firstGain, leavings, termsOfProduct } from './plan-figures.ts'

export const calculatorId = 'plan-calculator'

type CalculatorProps = {
  products: readonly PlanProduct[]
  chosen: PlanProduct
  onChoose: (id: string) => void
}

/** What an amount comes to in a plan: each day, in all, at its end, and left on any day before. */
export function PlanCalculator({ products, chosen, onChoose }: CalculatorProps) {
  const t = useTranslations('plans')
  const problemOf = useAmountProblem()
  const [text, setText] = useState('1000')
  // A plan is calculated within its range whether or not so much is left of it now.
  const range = { min: usdtUnits(chosen.min), max: usdtUnits(chosen.max) }
  const read = readAmount(text, range)
  const terms = termsOfProduct(chosen)
  return (
    <Card className="flex min-w-0 flex-col gap-4 p-5">
      <h2 id={calculatorId} tabIndex={-1} className="text-18 font-700 outline-none">
        {t('calc.title')}
      </h2>
      <div role="group" aria-label={t('calc.plan')} className="flex flex-wrap gap-2">
        {products.map(({ id, days }) => (
          <ChoiceChip key={id} chosen={id === chosen.id} onChoose={() => onChoose(id)}>
            {t('days', { days })}
          </ChoiceChip>
        ))}
      </div>
      <AmountBox label={t('amount.label')} text={text} onType={setText} range={range} error={problemOf(read, range)} />
      {'units' in read ? (
        <Outcome terms={terms} principal={read.units} />
      ) : (
        <p className="text-13 text-fg2">{t('calc.waiting')}</p>
      )}
    </Card>
  )
}

type OutcomeProps = { terms: PlanTerms; principal: bigint }

function Outcome({ terms, principal }: OutcomeProps) {
  const t = useTranslations('plans')
  const { tag } = languageOf(useLang())
  const { daily, whole, back } = figuresOf(terms, principal)
  const { amount } = evenAmounts(usdtText(daily), usdtText(whole), usdtText(back))
  const ends = productNow() + terms.days * dayMs
  return (
    <>
      <dl className="flex flex-col gap-1.5 rounded-control bg-sunken px-4 py-3">
        <Row name={t('calc.daily')}>{amount(usdtText(daily))}</Row>
        <Row name={t('calc.whole')}>{amount(usdtText(whole))}</Row>
        <Row name={t('calc.ends')}>
          <bdi>{sentenceDate(tag).format(ends)}</bdi>
        </Row>
        <Row name={t('calc.back')} strong>
          {amount(usdtText(back))}
        </Row>
      </dl>
      <Leave key={terms.days} terms={terms} principal={principal} />
    </>
  )
}

/** At the curve a sum is a height of a picture; to its last digit it stands in the figures above and below. */
const inCents = (units: bigint) => (
  <Figure className="whitespace-nowrap">{formatDecimal(usdtText(units), { decimals: 2, sign: true })} USDT</Figure>
)

/** Leaving on a day of the customer's choice. */
function Leave({ terms, principal }: OutcomeProps) {
  const t = useTranslations('plans')
  const all = leavings(terms, principal)
  const [day, setDay] = useState(() => Math.floor(terms.days / 2))
  const leaving = all[day]
  if (!leaving) return null
  const nets = all.map(({ net }) => net)
  const low = nets.reduce((lowest, net) => (net < lowest ? net : lowest), 0n)
  const end = nets.at(-1) ?? 0n
  const { kept, penalty, returned, net } = leaving
  const { amount, gain } = evenAmounts(...[kept, penalty, returned, net].map(usdtText))
  const when =
    day === 0
      ? t('calc.first', { hours: terms.coolingHours })
      : t(day === terms.days ? 'calc.end' : 'calc.after', { day })
  return (
    <section aria-label={t('calc.leave')} className="flex flex-col gap-2">
      <h3 className="font-600">{t('calc.leave')}</h3>
      <DayCurve
        values={nets}
        day={day}
        label={t('calc.curve')}
        ends={[
          <bdi key="lowest">
            {t('calc.lowest')} {inCents(low)}
          </bdi>,
          <bdi key="end">
            {t('calc.atEnd')} {inCents(end)}
          </bdi>,
        ]}
      />
      <DaySlider day={day} days={terms.days} text={when} onDay={setDay} />
      <dl className="flex flex-col gap-1.5 text-13">
        <Row name={t('calc.kept')}>{amount(usdtText(kept))}</Row>
        <Row name={t('calc.penalty')}>{amount(usdtText(penalty))}</Row>
        <Row name={t('calc.returned')}>{amount(usdtText(returned))}</Row>
        <Row name={t('calc.net')}>{gain(usdtText(net))}</Row>
      </dl>
      <p className="text-13 text-fg2">{t('calc.breakEven', { day: firstGain(all) })}</p>
    </section>
  )
}
