import { timeFormat } from '@evenhand/protocol/sentence-date.ts'
import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { useTranslations } from 'use-intl'
import { Figure, formatDecimal } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { decimalsOf } from './order-words.ts'
import { Dot } from '../../lib/dot.tsx'

export type Tick = { readonly seq: number; readonly ts: number; readonly price: string }

/** The recorded ticks around entry and end, with their numbers, to read and to compare. */
export function TickTable({ order, ticks }: { order: OptionOrder; ticks: readonly Tick[] }) {
  const t = useTranslations('orders')
  const time = timeFormat(languageOf(useLang()).tag, { timeStyle: 'medium' })
  const markOf = ({ ts }: Tick) => (ts === order.openTime ? 'entry' : ts === order.closeTime ? 'exit' : undefined)
  const bySeq = [...new Map(ticks.map((tick) => [tick.seq, tick])).values()].toSorted((a, b) => a.seq - b.seq)
  return (
    <table className="w-full text-13">
      <caption className="sr-only">{t('replay.label')}</caption>
      <thead className="text-fg3">
        <tr>
          <th scope="col" className="py-1 text-start font-500">
            {t('replay.number')}
          </th>
          <th scope="col" className="py-1 text-start font-500">
            {t('replay.time')}
          </th>
          <th scope="col" className="py-1 text-end font-500">
            {t('replay.price')}
          </th>
        </tr>
      </thead>
      <tbody>
        {bySeq.map((tick) => {
          const mark = markOf(tick)
          return (
            <tr key={tick.seq} className={`border-t border-line ${mark ? 'font-600' : 'text-fg2'}`}>
              <td className="py-1">
                <Figure>#{tick.seq}</Figure>
                {mark && (
                  <>
                    <Dot />
                    {t(`replay.${mark}`)}
                  </>
                )}
              </td>
              <td className="py-1">{time.format(tick.ts)}</td>
              <td className="py-1 text-end">
                <Figure>{formatDecimal(tick.price, { decimals: decimalsOf(order, tick.price) })}</Figure>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
