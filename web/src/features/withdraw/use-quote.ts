import { quoteWithdrawal, type WithdrawalQuote } from '@evenhand/protocol/withdrawals.ts'
import type { FundMethod } from '@evenhand/protocol/funds.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'
import { textOf } from './withdraw-form.ts'

/** No request is sent while the amount is still typed. */
const pauseMs = 350

export type QuoteParams = { readonly method: FundMethod; readonly addressId: string; readonly units: bigint }

const keyOf = (params: QuoteParams | undefined) =>
  ['mine', 'withdrawalQuote', params?.method.method, params?.addressId, params?.units.toString()] as const

/** The same terms, once they have stood for a moment. */
function useSettled(params: QuoteParams | undefined): QuoteParams | undefined {
  const key = keyOf(params).join(' ')
  const [settled, setSettled] = useState<{ key: string }>()
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ key }), pauseMs)
    return () => clearTimeout(timer)
  }, [key])
  return settled?.key === key ? params : undefined
}

/**
 * Fee and net of what is to be withdrawn, which hold for five minutes. `before`: the quote that no longer holds, beside
 * which the new one is shown; `replace` takes the one that a refusal 40006 carries.
 */
export function useQuote(params: QuoteParams | undefined) {
  const settled = useSettled(params)
  const client = useQueryClient()
  const key = keyOf(settled)
  const [old, setOld] = useState<{ key: string; quote: WithdrawalQuote }>()
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => {
      if (!settled) throw new Error('nothing to quote')
      const { method, addressId, units } = settled
      const request = { method: method.method, addressId, amount: textOf(method, units) }
      return call(quoteWithdrawal, request, { signal })
    },
    enabled: settled !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
  const remember = () => {
    if (query.data) setOld({ key: key.join(' '), quote: query.data })
  }
  return {
    quote: settled && query.data,
    problem: settled ? query.error : null,
    isFetching: query.isFetching,
    before: settled && old?.key === key.join(' ') ? old.quote : undefined,
    again: () => {
      remember()
      void query.refetch()
    },
    replace: (quote: WithdrawalQuote) => {
      remember()
      client.setQueryData(key, quote)
    },
  }
}
