import { timeFormat } from '@evenhand/protocol/sentence-date.ts'
import { Skeleton } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Dot } from '../../lib/dot.tsx'
import { Figure, formatDecimal } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { Fact } from './fact.tsx'
import { SourceAxis } from './source-axis.tsx'
import { SourceTable } from './source-table.tsx'
import type { MarketInfo } from './use-market-info.ts'
import { usePriceSources, type PriceSources } from './use-price-sources.ts'

/** How the price is made, this second: its sources where there are any, and the rules in plain words. */
export function PriceMaking({ info }: { info: MarketInfo }) {
  const t = useTranslations('chart')
  const { item } = info
  const { sources, lost } = usePriceSources(item.code)
  const kind = sources?.feedKind ?? item.feedKind
  const isMade = kind !== 'simulated' && kind !== 'replay'
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-text text-15">{t(`source.${kind}`)}</p>
      {lost && <p className="text-13 text-warn">{t('source.lost')}</p>}
      {isMade ? sources ? <Made info={info} now={sources} /> : <Skeleton className="h-40" /> : <NotMade info={info} />}
    </div>
  )
}

function Made({ info: { item, venue }, now }: { info: MarketInfo; now: PriceSources }) {
  const t = useTranslations('chart')
  const { number } = useLocalNumber()
  // What is slower to trade is slower to quote; what moves faster may jump further.
  const freshS = item.type === 3 || item.type === 4 || item.subType === 'etf' ? 15 : 5
  const jump = item.type === 2 ? 10 : 2
  const used = now.sources.filter((source) => source.used).length
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Figure className="text-24 font-700">{formatDecimal(now.price)}</Figure>
        <span className="text-13 text-fg2">{t('source.usedOf', { used, all: now.sources.length })}</span>
        <Recorded ts={now.ts} seq={now.seq} />
      </p>
      {now.why && (
        <p className="rounded-control bg-warn-weak px-4 py-2.5 text-14 text-warn">
          {t(`source.why.${now.why}`, { price: now.held ? number(now.held.price) : '' })}
        </p>
      )}
      <SourceAxis price={now.price} sources={now.sources} />
      <SourceTable price={now.price} sources={now.sources} />
      <Rules>
        <li>{t('source.rules.median')}</li>
        <li>{t('source.rules.fresh', { seconds: freshS })}</li>
        <li>{t('source.rules.far')}</li>
        <li>{t('source.rules.jump', { percent: jump })}</li>
        <li>{t('source.rules.dropped')}</li>
        <li>{t('source.rules.kinds')}</li>
        <li>{t('source.rules.record')}</li>
      </Rules>
      {/* An index of several sources is no one exchange's price. */}
      {now.feedKind === 'single' && (
        <p className="text-13 text-fg2">
          {t('source.venue')}: <bdi>{venue}</bdi>
        </p>
      )}
    </>
  )
}

/** Which tick this is, by the record's own number and time. */
function Recorded({ ts, seq }: { ts: number; seq: number }) {
  const t = useTranslations('chart')
  const tag = languageOf(useLang()).tag
  const time = timeFormat(tag, { timeStyle: 'medium' }).format(ts)
  return <span className="text-13 text-fg3">{t('source.recorded', { time, seq: String(seq) })}</span>
}

const Rules = ({ children }: { children: ReactNode }) => (
  <ul className="flex max-w-text list-disc flex-col gap-1 ps-5 text-13 text-fg2">{children}</ul>
)

/** A price that no source states now: how it comes about instead. */
function NotMade({ info: { item, reference, venue } }: { info: MarketInfo }) {
  const t = useTranslations('chart')
  const { recording } = item
  return (
    <>
      {recording ? (
        <Rules>
          <li>{t('source.replayed.shift')}</li>
          <li>{t('source.replayed.silence')}</li>
          <li>{t('source.rules.record')}</li>
        </Rules>
      ) : (
        <Rules>
          <li>{t('source.made.noSource')}</li>
          <li>{t('source.made.calibrated')}</li>
          <li>{t('source.made.nobody')}</li>
          <li>{t('source.rules.record')}</li>
        </Rules>
      )}
      <dl className="grid max-w-160 grid-cols-2 gap-x-6 gap-y-1.5 text-13">
        {recording ? (
          <>
            <Fact name={t('source.recording')}>
              <bdi dir="ltr">
                {recording.name}
                <Dot />
                {recording.date}
                <Dot />
                {recording.grain}
              </bdi>
            </Fact>
            <Fact name={t('source.venue')}>
              <bdi>{venue}</bdi>
            </Fact>
          </>
        ) : (
          <Fact name={t('source.reference')}>
            <Figure>
              {formatDecimal(reference.price, { decimals: item.precision })}
              <Dot />
              {reference.date}
            </Figure>
          </Fact>
        )}
      </dl>
    </>
  )
}
