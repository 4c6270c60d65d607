import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { productNow } from '../../feed/quote-store.ts'
import { formatAmount, signOf } from '../../lib/format.tsx'
import { everySecond } from '../../lib/second.ts'
import { useStore } from '../../lib/store.ts'
import { setTitlePrefix } from '../../lib/use-title.ts'
import { countdown } from './order-words.ts'
import { newResults } from './result-store.ts'

const nothing = () => ''

/** In front of the tab's title: the unseen result, else the time left of the order that ends first. */
export function useTitleCountdown(orders: readonly OptionOrder[]): void {
  const ends = orders.flatMap(({ status, expirationTime }) =>
    status === 'OPEN' && expirationTime ? [expirationTime] : [],
  )
  const first = ends.length === 0 ? undefined : Math.min(...ends)
  const left = useCallback(() => countdown((first ?? 0) - productNow()), [first])
  const text = useSyncExternalStore(everySecond, first === undefined ? nothing : left, nothing)
  const [result] = useStore(newResults)
  const prefix = result && `${signOf(result.profit) === 1 ? '+' : ''}${formatAmount(result.profit)} ${result.code}`
  useEffect(() => {
    setTitlePrefix(prefix ?? text)
    return () => setTitlePrefix('')
  }, [prefix, text])
}
