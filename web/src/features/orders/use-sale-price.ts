import { earlySalePrice } from '@evenhand/proofs/early-sale.ts'
import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import { quoteSellOption, type OptionOrder } from '@evenhand/protocol/options.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { useFeedState } from '../../feed/price-socket.ts'
import { productNow, useQuote, useQuotePart } from '../../feed/quote-store.ts'
import { useStale } from '../../feed/staleness.ts'
import { call } from '../../lib/call.ts'
import { scaledInteger } from '../../lib/format.tsx'
import { everySecond } from '../../lib/second.ts'
import { missingPriceOf, saleWindow } from './order-poll.ts'

/** Volatility changes slowly: between two responses the price is computed here, from every newest price. */
const quoteEveryMs = 15_000

/** The indicative quote of an early sale as the server computes it, requested every so many milliseconds. */
export const saleQuote = (id: string, everyMs: number) => ({
  queryKey: ['mine', 'sale', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(quoteSellOption, { id }, { signal }),
  refetchInterval: everyMs,
  staleTime: 1000,
})

/** Why an order cannot be sold now although the rules allow it: no new price of its instrument is known. */
export function useMissingPrice(code: string) {
  const isStale = useStale(code, true)
  const isKnown = useQuotePart(code, (quote) => quote !== undefined)
  return missingPriceOf({ feed: useFeedState().kind, isKnown, isStale })
}

/** Whether the rules allow an order to be sold now, by the second. */
export function useIsSellable(order: OptionOrder): boolean {
  const { from, to } = saleWindow(order) ?? { from: 1, to: 0 }
  const read = useCallback(() => {
    const now = productNow()
    return now >= from && now <= to
  }, [from, to])
  return useSyncExternalStore(everySecond, read, read)
}

/**
 * What an early sale would pay at the newest price, as decimal text: the formula of proofs/ with the volatility the server
 * stated last. Undefined while that is not known.
 */
export function useSalePrice(order: OptionOrder, possible: boolean): string | undefined {
  const { data } = useQuery({ ...saleQuote(order.id, quoteEveryMs), enabled: possible })
  const price = useQuote(order.code)?.price
  const read = useCallback(
    () => Math.round(((order.expirationTime ?? 0) - productNow()) / 1000),
    [order.expirationTime],
  )
  const tau = useSyncExternalStore(everySecond, read, read)
  if (!possible || data === undefined || price === undefined || tau <= 0) return data?.price
  const decimals = Math.max(price.split('.')[1]?.length ?? 0, data.K.split('.')[1]?.length ?? 0)
  const sale = {
    S: scaledInteger(price, decimals),
    K: scaledInteger(data.K, decimals),
    tau,
    sigma: data.sigma,
    direction: order.direction,
    stake: parseUnits(order.stake, 6) ?? 0n,
    payoutPpm: parseUnits(order.payoutRate, 6) ?? 0n,
  }
  return formatUnits(earlySalePrice(sale).price, 6, 2)
}
