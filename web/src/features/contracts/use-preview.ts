import { previewContract } from '@evenhand/protocol/contracts.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'
import { useAccountMode } from '../../lib/session.ts'
import { parseAmount } from '../../lib/parse-amount.ts'
import { lotsOf, type Preview, type TicketState } from './contract-ticket.form.ts'

/** How long typing must rest, and how often the figures follow price and account by themselves. */
const restMs = 300
const everyMs = 3000

/** A price as the protocol takes it; undefined for text that is none. */
export function priceTextOf(text: string): string | undefined {
  const parsed = parseAmount(text, 12)
  return parsed.kind === 'amount' && parsed.units > 0n ? parsed.text : undefined
}

/** What of a ticket its figures depend on; undefined while it is no order yet. Stops change none of them. */
function requestOf(code: string, { side, orderType, lotsText, leverage, priceText }: TicketState) {
  const lots = lotsOf(lotsText)
  const price = orderType === 'MARKET' ? undefined : priceTextOf(priceText)
  if (lots === undefined || lots < 1n || (orderType !== 'MARKET' && price === undefined)) return undefined
  return {
    code,
    side,
    orderType,
    leverage,
    lots: lots.toString(),
    ...(price === undefined ? {} : { price }),
  }
}

function useRested<T>(value: T, key: string): T {
  const [rested, setRested] = useState({ value, key })
  useEffect(() => {
    const timer = setTimeout(() => setRested({ value, key }), restMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- the key has what of the value matters
  }, [key])
  return rested.value
}

/** Figures, and the lots (hundredths) they are of. */
export type Previewed = { readonly lots: bigint; readonly preview: Preview }

/**
 * The figures of a ticket as the server computes them now, requested after each change and every few seconds; none while
 * the ticket is no order yet. `last`: the newest there were. `problem`: why there are none. While new ones are on their way
 * the ones before stay.
 */
export function usePreview(
  code: string,
  state: TicketState,
  enabled: boolean,
): { preview: Preview | undefined; last: Previewed | undefined; problem: unknown } {
  const mode = useAccountMode()
  const now = requestOf(code, state)
  const request = useRested(now, JSON.stringify(now))
  const { data, error } = useQuery({
    queryKey: ['mine', 'contract-preview', mode, request],
    queryFn: async ({ signal }) => {
      if (!request) throw new Error('nothing to preview')
      const lots = BigInt(request.lots)
      return { lots, preview: await call(previewContract, { ...request, lots }, { signal, mode }) }
    },
    enabled: enabled && request !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: everyMs,
    retry: false,
  })
  return now === undefined
    ? { preview: undefined, last: data, problem: undefined }
    : { preview: data?.preview, last: data, problem: error }
}
