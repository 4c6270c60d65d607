import {
  convertCoins as convertRoute,
  listConversions as listRoute,
  quoteConversion as quoteRoute,
} from '@evenhand/protocol/conversion.ts'
import { handle, type Call, type Mounted } from '../../kernel/http.ts'
import { convertCoins, viewConversion } from './convert-coins.ts'
import type { ConversionsDeps } from './conversions.deps.ts'
import { listConversionRows } from './conversions.store.ts'
import { quoteConversion } from './quote-conversion.ts'

const mostWaiting = 1_000

/** One coin for another, at prices that are recorded after the call. */
export function createConversions(given: ConversionsDeps) {
  let waiting: (() => void)[] = []
  given.markets.onTicks(() => {
    const woken = waiting
    waiting = []
    for (const wake of woken) wake()
  })
  /** Resolves after the next recorded second, or after `untilMs` without one. */
  const nextSecond = (untilMs: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, untilMs)
      if (waiting.length < mostWaiting)
        waiting.push(() => {
          clearTimeout(timer)
          resolve()
        })
    })
  const deps = { ...given, nextSecond }
  return {
    quote: (ask: Parameters<typeof quoteConversion>[1], call: Call) => quoteConversion(deps, ask, call),
    convert: (ask: { quoteId: string }, call: Call) => convertCoins(deps, ask, call),
    async list(ask: { page?: number | undefined; size?: number | undefined }, call: Call) {
      const { page = 1, size = 20 } = ask
      const { customerId } = call.session
      const { rows, total } = await listConversionRows(given.db, { customerId, limit: size, offset: (page - 1) * size })
      return { rows: rows.map(viewConversion), total, page, size }
    },
  }
}

export type Conversions = ReturnType<typeof createConversions>

export const conversionsRoutes = (conversions: Conversions): Mounted[] => [
  handle(quoteRoute, conversions.quote),
  handle(convertRoute, conversions.convert),
  handle(listRoute, conversions.list),
]
