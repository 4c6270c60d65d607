import type { Known } from './decide-orders.ts'
import type { OptionsDeps, RecordDeps } from './options.deps.ts'
import { batchesToSeal, openReceipts, receiptParts, settledOrders, type ReplayPage } from './receipt-parts.ts'

/** The markets with their instruments by number. */
export function knownMarkets({ markets }: Pick<OptionsDeps, 'markets'>): Known {
  const byInstrument = new Map(markets.instruments().map((one) => [one.id, one]))
  return {
    markets,
    instrumentOf: (id) => {
      const found = byInstrument.get(id)
      if (found === undefined) throw new Error(`no instrument ${id}`)
      return found
    },
  }
}

/** What the log seals, shows and replays of orders. It reads, and stands before the calls that name heads of the log. */
export function createOrderRecord(deps: RecordDeps) {
  const withRecord = { ...deps, ...knownMarkets(deps) }
  return {
    batchesToSeal: (params: { after: bigint; limit: number }) => batchesToSeal(deps, params),
    receiptParts: (params: { accountId: bigint; orderId: string }) => receiptParts(withRecord, params),
    openReceipts: (page: Parameters<typeof openReceipts>[1]) => openReceipts(deps, page),
    settledOrders: (page: ReplayPage) => settledOrders(deps, page),
  }
}
