import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { Skeleton } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useQuote } from '../../feed/quote-store.ts'
import { Figure, formatDecimal } from '../../lib/format.tsx'
import { findItems } from './find-items.ts'
import { ChangeCell } from './live-cells.tsx'
import { useMarketList } from './market-list.ts'
import { SearchBox } from './search-box.tsx'
import { useWatch } from './watchlist/use-watch.ts'

/** As many as one reads through; the search finds the rest. */
const maxShown = 40

type ListProps = { code: string; onChosen: () => void }

/** Instruments to go to: those watched first, then those that trade now; typing finds among all. Arrow keys go along. */
export function SwitchList({ code, onChosen }: ListProps) {
  const t = useTranslations('trade')
  const [words, setWords] = useState('')
  const { items } = useMarketList('all')
  const watched = new Set(useWatch().lists.flatMap(({ codes }) => codes))
  const list = useRef<HTMLUListElement>(null)
  if (!items) return <Skeleton className="h-40" />
  const rank = (item: MarketItem) => (watched.has(item.code) ? 0 : item.session.open ? 1 : 2)
  const found = words === '' ? items.toSorted((a, b) => rank(a) - rank(b)) : findItems(items, words)
  const shown = found.filter((item) => item.code !== code).slice(0, maxShown)
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) return links[0]?.click()
    if (step === 0 || links.length === 0) return
    event.preventDefault()
    const at = links.findIndex((link) => link === document.activeElement)
    links[Math.max(0, Math.min(links.length - 1, at + step))]?.focus()
  }
  return (
    <div onKeyDown={onKey} className="flex h-full flex-col gap-2">
      <SearchBox value={words} onChange={setWords} autoFocus />
      {shown.length === 0 && <p className="p-3 text-fg2">{t('switch.none')}</p>}
      <ul ref={list} className="min-h-0 grow overflow-y-auto">
        {shown.map((item) => (
          <li key={item.code}>
            <Link
              to="/cruuency"
              search={{ code: item.code, type: item.type, id: item.id }}
              onClick={onChosen}
              className="flex min-h-11 items-center justify-between gap-3 rounded-control px-2 py-1 text-fg no-underline hover:bg-sunken"
            >
              <span className="min-w-0 leading-tight">
                <span className="block">
                  <bdi dir="ltr" className="font-600">
                    {item.code}
                  </bdi>
                </span>
                <span dir="auto" className="block w-fit max-w-full truncate text-12 text-fg3">
                  {item.appName}
                </span>
              </span>
              <span className="flex flex-col items-end leading-tight">
                <NewestPrice item={item} />
                <ChangeCell item={item} className="text-12" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function NewestPrice({ item }: { item: MarketItem }) {
  const price = useQuote(item.code)?.price ?? item.price
  return <Figure className="text-13">{formatDecimal(price, { decimals: item.precision })}</Figure>
}
