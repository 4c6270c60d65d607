import { useEffect, useState } from 'react'
import { everySecond } from '../lib/second.ts'
import { productNow } from './quote-store.ts'

const leftOf = (until: number): number => Math.max(0, Math.ceil((until - productNow()) / 1000))

/** Whole seconds until a time of the product's clock, going down to 0. */
export function useSecondsLeft(until: number): number {
  const [left, setLeft] = useState(() => leftOf(until))
  useEffect(() => {
    setLeft(leftOf(until))
    return everySecond(() => setLeft(leftOf(until)))
  }, [until])
  return left
}
