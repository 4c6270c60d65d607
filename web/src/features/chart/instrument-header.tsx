import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { cx } from '@evenhand/ui/cx.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useQuote } from '../../feed/quote-store.ts'
import { useStale } from '../../feed/staleness.ts'
import { compareDecimals, Figure, formatDecimal } from '../../lib/format.tsx'
import { languageOf, useLang, useLayout } from '../../lib/settings.ts'
import { BarSlot } from '../../layout/bar-slot.tsx'
import { SessionCountdown } from './session-countdown.tsx'
import type { MarketInfo } from './use-market-info.ts'

type HeaderProps = {
  info: MarketInfo
  avatar: ReactNode
  /** The heading with its code, from which one goes to another instrument. */
  title: ReactNode
  change: ReactNode
  /** Session, kind of price, and on a phone the next expiry. */
  chips: ReactNode
  /** What was traded in a day; nothing where no source counts it. */
  volume: ReactNode
  /** Puts the instrument on a watchlist. */
  star: ReactNode
}

/** What the instrument is, its price, its day, and where the price comes from. */
export function InstrumentHeader({ info, avatar, title, change, chips, volume, star }: HeaderProps) {
  const mobile = useLayout() === 'mobile'
  const { item } = info
  const name = (
    <div className="flex min-w-0 items-center gap-3 mobile:gap-2">
      <span className="contents @max-[10.5rem]:hidden">{avatar}</span>
      <div className="min-w-0 leading-tight">
        {title}
        <p dir="auto" className="w-fit max-w-full truncate text-12 text-fg3 desktop:text-13">
          {item.appName}
        </p>
      </div>
      {!mobile && star}
    </div>
  )
  if (mobile)
    return (
      <header className="flex flex-col gap-2 bg-surface px-4 pt-3 pb-3">
        <BarSlot>{name}</BarSlot>
        <div className="flex flex-wrap items-baseline gap-x-3">
          <LivePrice info={info} />
          {change}
          <span className="-my-2 ms-auto -me-2 self-center">{star}</span>
        </div>
        <DayFigures info={info} volume={volume} />
        {/* What is pressed reaches half of a gap beyond its face, and never into what is next to it. */}
        <div className="flex flex-wrap items-center gap-x-2 gap-y-3">
          {chips}
          <SessionCountdown session={info.item.session} />
          <TickTime info={info} />
        </div>
      </header>
    )
  return (
    <header className="flex flex-wrap items-center gap-x-8 gap-y-3 px-5 py-4">
      {name}
      <div className="flex flex-col gap-0.5">
        <LivePrice info={info} />
        {change}
      </div>
      <div className="flex flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-3">{chips}</div>
        <SessionCountdown session={info.item.session} />
        <TickTime info={info} />
      </div>
      <span className="grow" />
      <DayFigures info={info} volume={volume} />
    </header>
  )
}

/** The newest price, large; grey when it is too old to decide anything. */
function LivePrice({ info: { item } }: { info: MarketInfo }) {
  const quote = useQuote(item.code)
  const stale = useStale(item.code, item.session.open)
  const move = quote?.move ?? 0
  return (
    <Figure
      className={cx(
        'text-28 leading-tight font-700 desktop:text-24',
        stale ? 'text-fg3' : move === 1 ? 'text-up' : move === -1 ? 'text-down' : 'text-fg',
      )}
    >
      {formatDecimal(quote?.price ?? item.price, { decimals: item.precision })}
    </Figure>
  )
}

/** High, low and open of the day, and what was traded; a price beyond them widens them before the server sends it. */
function DayFigures({ info: { item, day }, volume }: { info: MarketInfo; volume: ReactNode }) {
  const t = useTranslations('instrument')
  const price = useQuote(item.code)?.price
  const high = price !== undefined && compareDecimals(price, day.high) === 1 ? price : day.high
  const low = price !== undefined && compareDecimals(price, day.low) === -1 ? price : day.low
  const figures = [
    ['high', high],
    ['low', low],
    ['open', day.open],
  ] as const
  return (
    <dl
      className={cx(
        'grid gap-x-3 text-13 desktop:flex desktop:gap-x-8',
        volume ? 'grid-cols-[repeat(3,auto)_minmax(0,max-content)]' : 'grid-cols-3',
      )}
    >
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-12 text-fg3">{t(`day.${name}`)}</dt>
          <dd>
            <Figure>{formatDecimal(value, { decimals: item.precision })}</Figure>
          </dd>
        </div>
      ))}
      {volume && (
        <div>
          <dt className="text-12 text-fg3">{t('day.volume')}</dt>
          <dd>{volume}</dd>
        </div>
      )}
    </dl>
  )
}

/** When the newest price was recorded; with its day where the market has closed since. */
function TickTime({ info: { item } }: { info: MarketInfo }) {
  const t = useTranslations('instrument')
  const tag = languageOf(useLang()).tag
  const ts = useQuote(item.code)?.ts ?? item.ts
  const form = sentenceDate(
    tag,
    item.session.open ? { timeStyle: 'medium', dateStyle: undefined } : { timeStyle: 'short' },
  )
  return <span className="text-12 text-fg3">{t('priceFrom', { time: form.format(ts) })}</span>
}
