import { timeFormat } from '@evenhand/protocol/sentence-date.ts'
import type { PriceSource } from '@evenhand/protocol/markets.ts'
import { useTranslations } from 'use-intl'
import { Figure, formatDecimal } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { distanceText } from './source-distance.ts'

type TableProps = { price: string; sources: readonly PriceSource[] }

/** Every source with its price now, how old it is, and whether it counts; why where it does not. */
export function SourceTable({ price, sources }: TableProps) {
  const t = useTranslations('chart')
  return (
    <table className="w-full max-w-160 text-13">
      <thead className="text-fg3">
        <tr>
          {(['name', 'mid', 'distance', 'age'] as const).map((column) => (
            <th key={column} scope="col" className="py-1.5 ps-2 text-end font-500 first:ps-0 first:text-start">
              {t(`source.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <tr key={source.name} className="border-t border-line align-top">
            <th scope="row" className="py-1.5 text-start font-400">
              <bdi dir="ltr" className="font-600">
                {source.label ?? source.name}
              </bdi>
              <StateText source={source} />
            </th>
            <td className="py-1.5 ps-2 text-end">
              <Figure>{source.mid === undefined ? '–' : formatDecimal(source.mid)}</Figure>
            </td>
            <td className="py-1.5 ps-2 text-end">
              <Figure>{source.mid === undefined ? '–' : distanceText(source.mid, price)}</Figure>
            </td>
            <td className="py-1.5 ps-2 text-end whitespace-nowrap">
              {source.ageMs === undefined ? '–' : t('source.seconds', { count: Math.round(source.ageMs / 1000) })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Whether a source counts, in words: why not, since when, and when it may count again. */
function StateText({ source }: { source: PriceSource }) {
  const t = useTranslations('chart')
  const tag = languageOf(useLang()).tag
  const time = (ts: number) => timeFormat(tag, { timeStyle: 'medium' }).format(ts)
  const facts = [
    ...(source.reason === undefined ? [] : [t(`source.fault.${source.reason}`)]),
    ...(source.since === undefined ? [] : [t('source.since', { time: time(source.since) })]),
    ...(source.until === undefined ? [] : [t('source.until', { time: time(source.until) })]),
  ]
  const state = source.state ?? (source.used ? 'used' : 'outlier')
  return (
    <span
      className={`block text-12 ${state === 'used' ? 'text-good' : state === 'dropped' ? 'text-danger' : 'text-warn'}`}
    >
      {t(`source.state.${state}`)}
      {facts.map((fact) => (
        <span key={fact} className="block text-fg2">
          {fact}
        </span>
      ))}
    </span>
  )
}
