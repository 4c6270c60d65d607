import { dayMs } from '@evenhand/protocol/durations.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { useTranslations } from 'use-intl'
import { isolated } from '../../lib/isolated.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import { useFetched } from '../../lib/use-fetched.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { plotText } from '../../lib/plot.ts'
import { Bars } from '../../lib/bars.tsx'
import { closeOutDaysIn, rangeEnds, slippageIn } from './contract-figure.ts'
import { FigurePart, Shown, valueOf, type Part } from './figure-part.tsx'

const freshMs = 60_000
const load = async () => (await import('./load-figures.ts')).loadFigures()
const days = 30

/** What contracts come to for their customers: who loses, how orders are filled, and what is closed out. */
export function ContractFigures() {
  const t = useTranslations('transparency')
  const { data } = useFetched('stats', load, freshMs)
  if (!data) return null
  return (
    <section
      id="contracts"
      className="mx-auto flex max-w-240 scroll-mt-20 flex-col gap-4 px-gutter pb-10"
      aria-labelledby="contracts-title"
    >
      <div>
        <h2 id="contracts-title" className="text-20 font-700 text-balance desktop:text-24">
          {t('contracts.title')}
        </h2>
        <p className="mt-2 max-w-text text-15 text-fg2">{t('contracts.lead')}</p>
      </div>
      <Losing stats={data} />
      <Slippage stats={data} />
      <CloseOuts stats={data} />
    </section>
  )
}

function Losing({ stats }: Part) {
  const t = useTranslations('transparency')
  const { number } = useLocalNumber()
  const rate = valueOf(stats, 'contractsLossRate')
  return (
    <FigurePart
      stats={stats}
      name="contractsLossRate"
      title={t('contracts.loss.title')}
      text={t('contracts.loss.text')}
      parameters={t('contracts.parameters')}
    >
      <Shown>
        {rate === null
          ? t('contracts.loss.none')
          : t('contracts.loss.rate', { rate: isolated(number(rate, { percent: true })) })}
      </Shown>
    </FigurePart>
  )
}

const signed = { sign: true, minDecimals: 3 } as const
/** Hundredths of a per cent as per cent with five decimals: a point of price is a point here. */
const percentOf = (hundredths: number): string => plotText(hundredths / 100, 5)

function Slippage({ stats }: Part) {
  const t = useTranslations('transparency')
  const { number } = useLocalNumber()
  const found = slippageIn(valueOf(stats, 'contractSlippage'))
  const percent = (hundredths: number): string => isolated(number(percentOf(hundredths), { ...signed, percent: true }))
  const last = rangeEnds.length + 1
  /** The range of a bar as from and to, without its side. */
  const rangeOf = (at: number): string => {
    const [from, to] = [at === 1 ? 0 : rangeEnds[at - 2], rangeEnds[at - 1]]
    const text = (end: number): string => number(percentOf(end).replace(/0+$/, ''), { percent: true })
    return to === undefined ? `> ${text(from ?? 0)}` : `${text(from ?? 0)} – ${text(to)}`
  }
  const labelOf = (bar: number): string =>
    bar === 0
      ? t('contracts.slippage.same')
      : `${t(bar < 0 ? 'contracts.slippage.better' : 'contracts.slippage.worse')} ${rangeOf(Math.abs(bar))}`
  return (
    <FigurePart
      stats={stats}
      name="contractSlippage"
      title={t('contracts.slippage.title')}
      text={t('contracts.slippage.text')}
      parameters={t('contracts.parameters')}
    >
      {found === undefined ? (
        <Shown>{t('contracts.slippage.none')}</Shown>
      ) : (
        <>
          <Shown>
            {t('contracts.slippage.mean', {
              mean: percent(found.mean),
              low: percent(found.low),
              high: percent(found.high),
              orders: number(String(found.orders)),
            })}
          </Shown>
          <Bars
            title={t('contracts.slippage.chart')}
            bars={found.counts.map((value, at) => ({
              key: at - last,
              value,
              label: `${labelOf(at - last)}: ${number(String(value))}`,
              fill: at === last ? 'bg-fg3' : 'bg-accent',
            }))}
            ends={[t('contracts.slippage.better'), t('contracts.slippage.same'), t('contracts.slippage.worse')]}
          />
        </>
      )}
    </FigurePart>
  )
}

function CloseOuts({ stats }: Part) {
  const t = useTranslations('transparency')
  const { amount, number } = useLocalNumber()
  const date = new Intl.DateTimeFormat(languageOf(useLang()).tag, { dateStyle: 'medium', timeZone: 'UTC' })
  const value = valueOf(stats, 'contractCloseOuts')
  const rows = closeOutDaysIn(value, { today: Math.floor(stats.at / dayMs), days }) ?? []
  const sumOf = (column: 'paid' | 'house'): string =>
    amount(
      formatUnits(
        rows.reduce((sum, row) => sum + row[column], 0n),
        6,
        2,
      ),
      'USDT',
    )
  const closed = rows.reduce((sum, { positions }) => sum + positions, 0)
  const dayText = (at: number): string => date.format((rows.at(at)?.day ?? 0) * dayMs)
  return (
    <FigurePart
      stats={stats}
      name="contractCloseOuts"
      title={t('contracts.closeOuts.title')}
      text={t('contracts.closeOuts.text')}
      parameters={t('contracts.parameters')}
    >
      <Shown>
        {value === null
          ? t('contracts.closeOuts.unknown')
          : t('contracts.closeOuts.sum', {
              positions: number(String(closed)),
              paid: sumOf('paid'),
              house: sumOf('house'),
            })}
      </Shown>
      {closed > 0 && (
        <Bars
          title={t('contracts.closeOuts.chart')}
          bars={rows.map(({ day, positions, accounts, paid }) => ({
            key: day,
            value: positions,
            label: t('contracts.closeOuts.day', {
              day: date.format(day * dayMs),
              positions: number(String(positions)),
              accounts: number(String(accounts)),
              paid: amount(formatUnits(paid, 6, 2), 'USDT'),
            }),
            fill: 'bg-accent',
          }))}
          ends={[dayText(0), '', dayText(-1)]}
        />
      )}
    </FigurePart>
  )
}
