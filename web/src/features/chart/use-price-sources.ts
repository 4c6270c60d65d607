import { getPriceSources } from '@evenhand/protocol/markets.ts'
import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { call } from '../../lib/call.ts'

export type PriceSources = z.output<typeof getPriceSources.result>

const everyMs = 1000

/** The sources behind a price, polled once a second while they are shown. `lost` is true while no response comes. */
export function usePriceSources(code: string): { sources: PriceSources | undefined; lost: boolean } {
  const [sources, setSources] = useState<PriceSources>()
  const [lost, setLost] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const request = async () => {
      try {
        if (!document.hidden) setSources(await call(getPriceSources, { code }, { signal: stop.signal }))
        setLost(false)
      } catch {
        setLost(true)
      }
      if (!stop.signal.aborted) timer = setTimeout(() => void request(), everyMs)
    }
    void request()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [code])
  return { sources, lost }
}
