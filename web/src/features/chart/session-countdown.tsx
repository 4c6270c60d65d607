import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { useCallback, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { productNow } from '../../feed/quote-store.ts'
import { Figure } from '../../lib/format.tsx'
import { everySecond } from '../../lib/second.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** What is left, as whole days and HH:MM:SS. */
export function leftOf(ms: number): { days: number; clock: string } {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const clock = `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return { days: Math.floor(seconds / 86_400), clock }
}

const figure = (text: ReactNode) => <Figure>{text}</Figure>

/**
 * Counts down to the closing, in figures of one width; nothing where a market never closes. When a closed one opens stands
 * in its chip.
 */
export function SessionCountdown({ session }: { session: MarketItem['session'] }) {
  const t = useTranslations('instrument')
  const { open, until } = session
  const read = useCallback(() => (until === null ? -1 : Math.ceil((until - productNow()) / 1000)), [until])
  const seconds = useSyncExternalStore(everySecond, read, read)
  if (!open || until === null) return null
  const { days, clock } = leftOf(seconds * 1000)
  return (
    <span className="text-12 whitespace-nowrap text-fg3">{t.rich('session.closesIn', { days, clock, figure })}</span>
  )
}
