import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Figure, formatDecimal } from '../../lib/format.tsx'
import { everySecond } from '../../lib/second.ts'
import type { Bar } from './chart-candles.ts'

type TableProps = { visible: () => readonly Bar[]; precision: number; timeOf: (ts: number) => string }

/** The candles that the chart shows, newest first, to read instead of to see. */
export function CandleTable({ visible, precision, timeOf }: TableProps) {
  const t = useTranslations('instrument')
  const [bars, setBars] = useState<readonly Bar[]>([])
  useEffect(() => {
    const read = () => setBars(visible())
    read()
    return everySecond(read)
  }, [visible])
  const columns = ['time', 'open', 'high', 'low', 'close'] as const
  return (
    <div
      role="region"
      tabIndex={0}
      aria-label={t('chart.tableOf')}
      className="absolute inset-0 z-10 overflow-auto bg-surface"
    >
      <table className="w-full text-13">
        <thead className="sticky top-0 bg-surface text-fg3">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-2 text-end font-500 first:text-start">
                {t(`chart.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.toReversed().map((bar) => (
            <tr key={bar.timestamp} className="border-t border-line">
              <th scope="row" className="px-3 py-1.5 text-start font-400 whitespace-nowrap">
                {timeOf(bar.timestamp)}
              </th>
              {bar.texts.map((text, at) => (
                <td key={columns[at + 1]} className="px-3 py-1.5 text-end">
                  <Figure>{formatDecimal(text, { decimals: precision })}</Figure>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
