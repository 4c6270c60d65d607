import { cx } from '@evenhand/ui/cx.ts'
import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { Figure, formatDecimal } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { useFetched } from '../../lib/use-fetched.ts'
import { strategiesIn, type StrategyReturn } from './strategy-figure.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'

const freshMs = 60_000
const load = async () => (await import('./load-figures.ts')).loadFigures()

/** What simple bets would have returned on the prices of yesterday, with their intervals: whether any of them wins. */
export function StrategyReturns() {
  const t = useTranslations('transparency')
  const tag = languageOf(useLang()).tag
  const { data } = useFetched('stats', load, freshMs)
  if (!data) return null
  const value = data.figures.find(({ name }) => name === 'strategyReturns')?.value ?? null
  const { day, rows } = strategiesIn(value)
  const date = sentenceDate(tag, { timeZone: 'UTC' })
  return (
    <section
      id="strategies"
      className="mx-auto flex max-w-240 scroll-mt-20 flex-col gap-4 px-gutter pb-10"
      aria-labelledby="strategies-title"
    >
      <div>
        <h2 id="strategies-title" className="text-20 font-700 text-balance desktop:text-24">
          {t('strategies.title')}
        </h2>
        <p className="mt-2 max-w-text text-15 text-fg2">{t('strategies.lead')}</p>
      </div>
      {day === undefined ? (
        <p className="text-14 text-fg2">{t('strategies.none')}</p>
      ) : (
        <Card className="flex flex-col gap-2 p-4 desktop:p-5">
          <p className="text-14">{t('strategies.day', { day: date.format(day * dayMs) })}</p>
          <StrategyTable rows={bestOf(rows)} caption={t('strategies.best')} />
          <details className="text-13">
            <summary className="min-h-8 cursor-pointer py-1.5 text-13 font-600 text-accent-text mobile:min-h-11 mobile:py-3">
              {t('strategies.all')}
            </summary>
            <StrategyTable rows={rows} caption={t('strategies.all')} />
          </details>
        </Card>
      )}
    </section>
  )
}

/** Of each category the strategy that returned most. */
const bestOf = (rows: readonly StrategyReturn[]): StrategyReturn[] =>
  [...new Set(rows.map(({ category }) => category))].map((category) =>
    rows.filter((row) => row.category === category).reduce((best, row) => (row.mean > best.mean ? row : best)),
  )

/** A share of 1 as a percentage with two decimals and its sign. */
function percent(share: number): string {
  const hundredths = String(Math.abs(Math.round(share * 10_000))).padStart(3, '0')
  const text = `${hundredths.slice(0, -2)}.${hundredths.slice(-2)}`
  return `${formatDecimal(share < 0 ? `-${text}` : text, { sign: true })}%`
}

/** A phone has no room for how many orders there were. */
const few = 'mobile:hidden'

function StrategyTable({ rows, caption }: { rows: readonly StrategyReturn[]; caption: string }) {
  const t = useTranslations('transparency')
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-13 mobile:text-12">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-fg3">
          <tr>
            {(['category', 'strategy', 'orders', 'return', 'interval'] as const).map((column, at) => (
              <th
                key={column}
                scope="col"
                className={cx(
                  'py-1.5 pe-3 font-500 last:pe-0 mobile:pe-1.5',
                  at < 2 ? 'text-start' : 'text-end',
                  column === 'orders' && few,
                )}
              >
                {t(`strategies.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ category, signal, side, orders, mean, low, high }) => (
            <tr key={`${category} ${signal} ${side}`} className="border-t border-line">
              <th scope="row" className="py-1.5 pe-3 text-start font-600 mobile:pe-1.5">
                {t(`strategies.of.${category}`)}
              </th>
              <td className="py-1.5 pe-3 mobile:pe-1.5">{t(`strategies.${side}.${signal}`)}</td>
              <td className={cx('py-1.5 pe-3 text-end', few)}>
                <Figure>{formatDecimal(String(orders))}</Figure>
              </td>
              <td className={`py-1.5 pe-3 text-end font-600 mobile:pe-1.5 ${low > 0 ? 'text-danger' : ''}`}>
                <Figure>{percent(mean)}</Figure>
              </td>
              <td className="py-1.5 text-end desktop:whitespace-nowrap">
                <Figure>
                  {percent(low)} … {percent(high)}
                </Figure>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
