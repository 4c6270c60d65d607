import { cx } from '@evenhand/ui/cx.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useQuote } from '../../feed/quote-store.ts'
import { useStale } from '../../feed/staleness.ts'
import { compareDecimals, Figure, formatDecimal } from '../../lib/format.tsx'
import { languageOf, useLang, useLayout } from '../../lib/settings.ts'
import { BarSlot } from '../../layout/bar-slot.tsx'
import type { MarketInfo } from './use-market-info.ts'

type HeaderProps = { info: MarketInfo; avatar: ReactNode; change: ReactNode; chips: ReactNode }

/** What the instrument is, its price, its day, and where the price comes from. */
export function InstrumentHeader({ info, avatar, change, chips }: HeaderProps) {
  const mobile = useLayout() === 'mobile'
  const { item } = info
  const name = (
    <div className="flex min-w-0 items-center gap-3">
      {avatar}
      <div className="min-w-0 leading-tight">
        <h1 className="truncate text-16 font-700 desktop:text-20">
          <bdi dir="ltr">{item.code}</bdi>
        </h1>
        <p className="truncate text-12 text-fg3 desktop:text-13">{item.appName}</p>
      </div>
    </div>
  )
  if (mobile)
    return (
      <header className="flex flex-col gap-2 bg-surface px-4 pt-3 pb-3">
        <BarSlot>{name}</BarSlot>
        <div className="flex flex-wrap items-baseline gap-x-3">
          <LivePrice info={info} />
          {change}
        </div>
        <DayFigures info={info} />
        <div className="flex flex-wrap items-center gap-1.5">
          {chips}
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
        <div className="flex flex-wrap items-center gap-1.5">{chips}</div>
        <TickTime info={info} />
      </div>
      <span className="grow" />
      <DayFigures info={info} />
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

/** High, low and open of the day; a price beyond them widens them before the server says so. */
function DayFigures({ info: { item, day } }: { info: MarketInfo }) {
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
    <dl className="grid grid-cols-3 gap-x-3 text-13 desktop:flex desktop:gap-x-8">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-12 text-fg3">{t(`day.${name}`)}</dt>
          <dd>
            <Figure>{formatDecimal(value, { decimals: item.precision })}</Figure>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** When the newest price was recorded, and when a closed market opens. */
function TickTime({ info: { item } }: { info: MarketInfo }) {
  const t = useTranslations('instrument')
  const tag = languageOf(useLang()).tag
  const ts = useQuote(item.code)?.ts ?? item.ts
  const { open, until } = item.session
  const opens =
    !open && until !== null
      ? new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(until)
      : undefined
  return (
    <span className="text-12 text-fg3">
      {opens !== undefined
        ? t('opensAt', { time: opens })
        : t('priceFrom', { time: new Intl.DateTimeFormat(tag, { timeStyle: 'medium' }).format(ts) })}
    </span>
  )
}
