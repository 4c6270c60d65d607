import { assets } from '@evenhand/protocol/assets.ts'
import { convertCoins, quoteConversion, type ConversionQuote } from '@evenhand/protocol/conversion.ts'
import { fundCoins, type FundCoin } from '@evenhand/protocol/funds.ts'
import { assetScales, moneyText, parseUnits } from '@evenhand/protocol/money.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, newKey } from '../../lib/call.ts'
import { isEffectUnknown, isRefused } from '../../lib/problem.ts'

export type Terms = { readonly from: FundCoin; readonly to: FundCoin; readonly amount: string }
/** A quote with what was requested, and the one before it where that no longer held. */
export type Quoted = Terms & { readonly quote: ConversionQuote; readonly before: ConversionQuote | undefined }

const other = (coin: FundCoin): FundCoin => fundCoins.find((one) => one !== coin) ?? 'USDT'

/** What can be converted of a coin: what is free, without what may only leave and what open contracts may lose. */
export function useTradable(coin: FundCoin): string | undefined {
  const { data } = useQuery({
    queryKey: ['mine', 'assets', 'real'],
    queryFn: ({ signal }) => call(assets, {}, { signal }),
    staleTime: 5_000,
  })
  const line = data?.assets.find(({ asset }) => asset === coin)
  if (line === undefined) return undefined
  const units = (text: string): bigint => parseUnits(text, assetScales[coin]) ?? 0n
  return moneyText({ asset: coin, units: units(line.free) - units(line.notTradable) - units(line.atRisk) })
}

/** The quote that a refusal 40006 carries. */
function newQuoteIn(problem: unknown): ConversionQuote | undefined {
  if (!isRefused(problem, 'quoteChanged')) return undefined
  const quote = problem.params['quote'] as ConversionQuote | undefined
  return typeof quote?.quoteId === 'string' ? quote : undefined
}

/**
 * A conversion as it is made: terms, a quote that holds for a minute, and the conversion at the next recorded price. The
 * same quote is sent again when it is unknown whether it was converted: it leads to one conversion at most.
 */
export function useConversion() {
  const [terms, setTerms] = useState<Terms>({ from: 'USDT', to: 'BTC', amount: '' })
  const [quoted, setQuoted] = useState<Quoted>()
  const client = useQueryClient()
  // What is refused stands under the amount.
  const quoting = useMutation({
    meta: { handled: true },
    mutationFn: (options: Terms) => call(quoteConversion, options),
    onSuccess: (quote, options) => setQuoted({ ...options, quote, before: undefined }),
  })
  const converting = useMutation({
    meta: { handled: true },
    mutationFn: ({ quote }: Quoted) => call(convertCoins, { quoteId: quote.quoteId }, { key: newKey() }),
    retry: (times, problem) => times < 2 && isEffectUnknown(problem),
    onSuccess: () => {
      setQuoted(undefined)
      setTerms((before) => ({ ...before, amount: '' }))
      return client.invalidateQueries({ queryKey: ['mine'] })
    },
    onError: (problem, options) => {
      const quote = newQuoteIn(problem)
      if (quote !== undefined) setQuoted({ ...options, quote, before: options.quote })
    },
  })
  const change = (part: Partial<Terms>) => {
    quoting.reset()
    converting.reset()
    setQuoted(undefined)
    setTerms((before) => {
      const next = { ...before, ...part }
      if (next.from !== next.to) return next
      return part.to === undefined ? { ...next, to: other(next.from) } : { ...next, from: other(next.to) }
    })
  }
  return { terms, quoted, change, quoting, converting }
}
