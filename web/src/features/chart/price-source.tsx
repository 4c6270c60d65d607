import { useTranslations } from 'use-intl'
import { Figure, formatDecimal } from '../../lib/format.tsx'
import type { MarketInfo } from './use-market-info.ts'

/** Where the price comes from, which sources stand behind it now, and the market's hours. */
export function PriceSource({ info }: { info: MarketInfo }) {
  const t = useTranslations('instrument')
  const { item, sources, venue, calendar, reference } = info
  return (
    <div className="flex flex-col gap-4 p-4 desktop:p-5">
      <p className="max-w-text">{t(`source.${item.feedKind}`)}</p>
      {item.recording && (
        <p className="text-13 text-fg2">
          {t('source.recording')}{' '}
          <bdi dir="ltr">{`${item.recording.name} · ${item.recording.date} · ${item.recording.grain}`}</bdi>
        </p>
      )}
      <p className="max-w-text text-13 text-fg2">{t('source.rule')}</p>
      {sources.length > 0 && (
        <table className="w-full max-w-160 text-13">
          <thead className="text-fg3">
            <tr>
              {(['name', 'mid', 'age', 'used'] as const).map((column) => (
                <th key={column} scope="col" className="py-1.5 text-end font-500 first:text-start">
                  {t(`source.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sources.map((source) => (
              <tr key={source.name} className="border-t border-line">
                <th scope="row" className="py-1.5 text-start font-400">
                  <bdi dir="ltr">{source.name}</bdi>
                </th>
                <td className="py-1.5 text-end">
                  <Figure>
                    {source.mid === undefined ? '–' : formatDecimal(source.mid, { decimals: item.precision })}
                  </Figure>
                </td>
                <td className="py-1.5 text-end">
                  {source.ageMs === undefined ? '–' : t('source.seconds', { count: Math.round(source.ageMs / 1000) })}
                </td>
                <td className="py-1.5 text-end">{t(source.used ? 'source.yes' : 'source.no')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl className="grid max-w-160 grid-cols-2 gap-x-6 gap-y-1.5 text-13">
        {item.feedKind !== 'simulated' && (
          <>
            <dt className="text-fg2">{t('source.venue')}</dt>
            <dd className="text-end">
              <bdi>{venue}</bdi>
            </dd>
          </>
        )}
        <dt className="text-fg2">{t('source.zone')}</dt>
        <dd className="text-end">
          <bdi dir="ltr">{calendar.timeZone}</bdi>
        </dd>
        {item.feedKind === 'simulated' && (
          <>
            <dt className="text-fg2">{t('source.reference')}</dt>
            <dd className="text-end">
              <Figure>
                {formatDecimal(reference.price, { decimals: item.precision })} · {reference.date}
              </Figure>
            </dd>
          </>
        )}
      </dl>
    </div>
  )
}
