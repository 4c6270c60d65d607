import { useEffect, useEffectEvent, useState } from 'react'
import { productNow } from '../../feed/quote-store.ts'
import { everySecond } from '../../lib/second.ts'

const left = (until: number) => Math.max(0, Math.ceil((until - productNow()) / 1000))

/** Whole seconds until a time of the product's clock (UTC milliseconds); `onOver` is called once when it has come. */
export function useTimeLeft(until: number, onOver: () => void): number {
  const [seconds, setSeconds] = useState(() => left(until))
  const over = useEffectEvent(onOver)
  useEffect(() => {
    let isOver = false
    return everySecond(() => {
      const now = left(until)
      setSeconds(now)
      if (now === 0 && !isOver) over()
      isOver = now === 0
    })
  }, [until])
  return seconds
}

const two = (count: number) => String(count).padStart(2, '0')

/** Seconds → `23:59:08`. */
export const clockText = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
