import { createSignal } from '../../kernel/concurrency/signal.ts'
import type { Call } from '../../kernel/http/http.ts'
import { convertCoins, viewConversion } from './convert-coins.ts'
import type { ConversionsDeps } from './conversions.deps.ts'
import { listConversionRows } from './conversions.store.ts'
import { quoteConversion } from './quote-conversion.ts'

/** One coin for another, at prices that are recorded after the call. */
export function createConversions(given: ConversionsDeps) {
  const second = createSignal()
  given.markets.onTicks(second.happened)
  const deps = { ...given, nextSecond: second.next }
  return {
    quote: (request: Parameters<typeof quoteConversion>[1], call: Call) => quoteConversion(deps, request, call),
    convert: (request: { quoteId: string }, call: Call) => convertCoins(deps, request, call),
    async list(request: { page?: number | undefined; size?: number | undefined }, call: Call) {
      const { page = 1, size = 20 } = request
      const { customerId } = call.session
      const { rows, total } = await listConversionRows(given.db, { customerId, limit: size, offset: (page - 1) * size })
      return { rows: rows.map(viewConversion), total, page, size }
    },
  }
}

export type Conversions = ReturnType<typeof createConversions>
