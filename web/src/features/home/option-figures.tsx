import { cx } from '@evenhand/ui/cx.ts'
import { roundedText } from '@evenhand/protocol/money.ts'
import { useTranslations } from 'use-intl'
import { isolated } from '../../lib/isolated.ts'
import { plotText } from '../../lib/plot.ts'
import { useFetched } from '../../lib/use-fetched.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { FigurePart, Shown, valueOf } from './figure-part.tsx'
import { optionResultsIn, positionsOf, type OptionResults } from './option-figure.ts'

const freshMs = 60_000
const load = async () => (await import('./load-figures.ts')).loadFigures()

/** What options come to for the house, beside what chance gives it: whether it earns more than the payout rates leave. */
export function OptionFigures() {
  const t = useTranslations('transparency')
  const { data } = useFetched('stats', load, freshMs)
  if (!data) return null
  const results = optionResultsIn(valueOf(data, 'optionResults'))
  return (
    <section
      id="options"
      className="mx-auto flex max-w-240 scroll-mt-20 flex-col gap-4 px-gutter pb-10"
      aria-labelledby="options-title"
    >
      <div>
        <h2 id="options-title" className="text-20 font-700 text-balance desktop:text-24">
          {t('options.title')}
        </h2>
        <p className="mt-2 max-w-text text-15 text-fg2">{t('contracts.lead')}</p>
      </div>
      <FigurePart
        stats={data}
        name="optionResults"
        title={t('options.results.title')}
        text={t('options.results.text')}
        parameters={t('options.parameters')}
      >
        {results === undefined ? <Shown>{t('options.results.none')}</Shown> : <Results results={results} />}
      </FigurePart>
    </section>
  )
}

function Results({ results }: { results: OptionResults }) {
  const t = useTranslations('transparency')
  const { amount, number } = useLocalNumber()
  const { orders, won, staked, result, expected, chance, isBeyondChance } = results
  const usdt = (units: bigint, signed = false): string =>
    amount(roundedText(units, 6, 2), 'USDT', { sign: signed, minDecimals: 2 })
  return (
    <>
      <Shown>
        {t('options.results.won', {
          rate: isolated(number(plotText((100 * won) / orders, 1), { percent: true })),
          orders: number(String(orders)),
        })}{' '}
        {t('options.results.house', {
          staked: usdt(staked),
          result: usdt(result, true),
          expected: usdt(expected, true),
        })}
      </Shown>
      <Line results={results} />
      <p className="mt-2 max-w-text text-13 text-fg2">
        {t('options.results.line', { low: usdt(expected - chance, true), high: usdt(expected + chance, true) })}
      </p>
      <p className={cx('mt-2 text-14', isBeyondChance ? 'font-600 text-warn' : 'text-fg2')}>
        {t(isBeyondChance ? 'options.results.beyond' : 'options.results.within')}
      </p>
    </>
  )
}

/** The range that chance gives, with the result on it; the sentences around it state the same. */
function Line({ results }: { results: OptionResults }) {
  const { from, to, result } = positionsOf(results)
  return (
    <div dir="ltr" aria-hidden="true" className="relative mt-4 h-2 max-w-text rounded-full bg-sunken">
      <div
        className="absolute h-full rounded-full bg-accent"
        style={{ left: `${from}%`, width: `${to - from}%`, opacity: 0.3 }}
      />
      <div
        className={cx('absolute -top-1 h-4 w-1.5 rounded-full', results.isBeyondChance ? 'bg-warn-line' : 'bg-accent')}
        style={{ left: `${result}%` }}
      />
    </div>
  )
}
