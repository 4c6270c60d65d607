import { dayMs } from '@evenhand/protocol/durations.ts'
import type { LoanProduct } from '@evenhand/protocol/loans.ts'
import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { buttonClass } from '@evenhand/ui/button.tsx'
import { ChoiceChip } from '@evenhand/ui/chip.tsx'
import { evenDecimals } from '@evenhand/ui/even-decimals.ts'
import { Link, useLocation } from '@evenhand/ui/router.ts'
import { Card } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { productNow } from '../../feed/quote-store.ts'
import { Dot } from '../../lib/dot.tsx'
import { evenAmounts } from '../../lib/even-amounts.tsx'
import { AmountBox, readAmount, useAmountProblem } from '../../lib/amount-box.tsx'
import { DayCurve } from '../../lib/day-curve.tsx'
import { DaySlider } from '../../lib/day-slider.tsx'
import { Percent, Row } from '../../lib/figure-row.tsx'
import { Amount } from '../../lib/format.tsx'
import { useAccountMode, useSession } from '../../lib/session.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import { usdtText, usdtUnits } from '../../lib/usdt.ts'
import { loanFigures, rangeOf, termsOf, type LoanFigures } from './loan-figures.ts'
import { mayApply, type Offer } from './offer.ts'

type Search = { days?: string | undefined; amount?: string | undefined }
type CalculatorProps = { offer: Offer; search: Search; onSearch: (change: Partial<Search>) => void }

/** An amount and a term: what it costs at the term and on any day before, and the way to the agreement. */
export function LoanCalculator({ offer, search, onSearch }: CalculatorProps) {
  const t = useTranslations('loans')
  const problemOf = useAmountProblem()
  const [text, setText] = useState(search.amount ?? '')
  const chosen = chosenOf(offer.products, search.days)
  if (!chosen) return null
  const range = rangeOf(chosen, offer.min)
  const read = readAmount(text, range)
  // In the address as well, so that it is still there after a sign-in.
  const type = (typed: string) => {
    setText(typed)
    onSearch({ amount: typed === '' ? undefined : typed })
  }
  // The score of a customer who is not verified is not known yet.
  const isShort = chosen.callerMax !== null && usdtUnits(chosen.callerMax) === 0n && offer.caller?.score != null
  const figures = 'units' in read ? loanFigures(termsOf(chosen), read.units) : undefined
  return (
    <Card className="flex min-w-0 flex-col gap-4 p-5">
      <h2 className="text-18 font-700">{t('calc.title')}</h2>
      <div role="group" aria-label={t('calc.term')} className="flex flex-wrap gap-2">
        {offer.products.map(({ days }) => (
          <ChoiceChip key={days} chosen={days === chosen.days} onChoose={() => onSearch({ days: String(days) })}>
            {t('days', { days })}
          </ChoiceChip>
        ))}
      </div>
      <AmountBox label={t('calc.amount')} text={text} onType={type} range={range} error={problemOf(read, range)} />
      {isShort && (
        <p className="-mt-2 text-13 text-warn">
          {t('calc.scoreNeeded', { score: chosen.minScore })} {t('calc.orCollateral')}
        </p>
      )}
      <div className="grid items-start gap-4 desktop:grid-cols-2">
        <Costs offer={offer} product={chosen} figures={figures} principal={'units' in read ? read.units : undefined} />
        {figures ? <Schedule key={chosen.days} figures={figures} days={chosen.days} /> : null}
      </div>
      <Next offer={offer} days={chosen.days} amount={'units' in read ? usdtText(read.units) : undefined} />
    </Card>
  )
}

const chosenOf = (products: readonly LoanProduct[], days: string | undefined): LoanProduct | undefined =>
  products.find((one) => String(one.days) === days) ?? products.find((one) => one.days === 30) ?? products[0]

type CostsProps = {
  offer: Offer
  product: LoanProduct
  figures: LoanFigures | undefined
  principal: bigint | undefined
}

/** The whole cost in one list; the daily rate in the decimals that it has in the table of all terms. */
function Costs({ offer: { products }, product, figures, principal }: CostsProps) {
  const t = useTranslations('loans')
  const { tag } = languageOf(useLang())
  const all = [figures?.interest, figures?.repay, principal]
  const { amount } = evenAmounts(...all.map((units) => usdtText(units ?? 0n)))
  const shown = (units: bigint | undefined) => (units === undefined ? '—' : amount(usdtText(units)))
  return (
    <dl className="flex flex-col gap-1.5 rounded-control bg-sunken px-4 py-3">
      <Row name={t('calc.free')}>{t('days', { days: product.freeDays })}</Row>
      <Row name={t('calc.rate')}>
        <Percent text={product.dailyRate} decimals={evenDecimals(products.map((one) => one.dailyRate))} />
      </Row>
      <Row name={t('calc.interest')}>{shown(figures?.interest)}</Row>
      <Row name={t('calc.date')}>
        <bdi>{sentenceDate(tag).format(productNow() + product.days * dayMs)}</bdi>
      </Row>
      <Row name={t('calc.repay')} strong>
        {shown(figures?.repay)}
      </Row>
      <Row name={t('calc.apr')}>
        <Percent text={figures?.apr ?? product.apr} />
      </Row>
      <Row name={t('calc.cap')}>{shown(principal)}</Row>
    </dl>
  )
}

/** What the loan costs when it is repaid on a day of the customer's choice. */
function Schedule({ figures: { byDay }, days }: { figures: LoanFigures; days: number }) {
  const t = useTranslations('loans')
  const [day, setDay] = useState(days)
  return (
    <section aria-label={t('calc.schedule')} className="flex flex-col gap-2">
      <h3 className="font-600">{t('calc.schedule')}</h3>
      <DayCurve
        values={byDay}
        day={day}
        label={t('calc.curve')}
        ends={[
          <bdi key="first">{t('calc.today')}</bdi>,
          <bdi key="last">
            {t('calc.dayOf', { day: days })}
            <Dot />
            <Amount text={usdtText(byDay.at(-1) ?? 0n)} />
          </bdi>,
        ]}
      />
      <DaySlider day={day} days={days} text={t('calc.repaidOn', { day })} onDay={setDay} />
      <dl>
        <Row name={t('calc.interest')}>
          <Amount text={usdtText(byDay[day] ?? 0n)} />
        </Row>
      </dl>
    </section>
  )
}

/** The way on: to sign in, or to the agreement where nothing stands in the way. */
function Next({ offer, days, amount }: { offer: Offer; days: number; amount: string | undefined }) {
  const t = useTranslations('loans')
  const signedIn = useSession() !== undefined
  const mode = useAccountMode()
  const back = useLocation().href
  if (!signedIn)
    return (
      <Link to="/pass/login" search={{ back }} className={`${buttonClass('primary', 'large')} desktop:self-start`}>
        {t('calc.login')}
      </Link>
    )
  if (!mayApply(offer) || mode === 'virtual') return null
  if (amount === undefined) return <p className="text-13 text-fg2">{t('calc.waiting')}</p>
  return (
    <Link
      to="/loan/agreement"
      search={{ days: String(days), amount }}
      className={`${buttonClass('primary', 'large')} desktop:self-start`}
    >
      {t('calc.next')}
    </Link>
  )
}
