import type { WithdrawalAddress } from '@evenhand/protocol/addresses.ts'
import {
  withdraw,
  withdrawalQuoteMinutes,
  type Withdrawal,
  type WithdrawalQuote,
} from '@evenhand/protocol/withdrawals.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, newKey } from '../../lib/call.ts'
import { isEffectUnknown, isRefused } from '../../lib/problem.ts'
import { actionByPasskey, type ActionProof } from './fund-password/action-proof.ts'
import type { QuoteParams } from './use-quote.ts'
import { fetchWithdrawals, refreshWithdrawals } from './use-withdrawals.ts'
import { textOf } from './withdraw-form.ts'

export type WithdrawParams = QuoteParams & {
  readonly address: WithdrawalAddress
  readonly quote: WithdrawalQuote
  readonly fundPassword: string
}

/** The quote that a refusal 40006 carries. */
export function newQuoteIn(problem: unknown): WithdrawalQuote | undefined {
  if (!isRefused(problem, 'quoteChanged')) return undefined
  const quote = problem.params['quote'] as WithdrawalQuote | undefined
  return typeof quote?.quoteId === 'string' ? quote : undefined
}

/** The withdrawal that came of a request whose response was lost: made after its quote, to its address, of its amount. */
async function findWithdrawal({ method, units, address, quote }: WithdrawParams): Promise<Withdrawal | undefined> {
  const quotedAt = quote.expiresAt - withdrawalQuoteMinutes * 60_000
  const amount = textOf(method, units)
  const rows = await fetchWithdrawals()
  return rows.find(
    (row) =>
      row.createdAt >= quotedAt &&
      row.method === method.method &&
      row.addressSnapshot === address.address &&
      row.memo === address.memo &&
      row.amount === amount,
  )
}

/**
 * Requests a withdrawal. One quote has one Idempotency-Key, so that however often it is sent it becomes one withdrawal;
 * where the response is lost, the list shows whether it was made.
 */
export function useWithdraw(on: { done: (made: Withdrawal) => void; newQuote: (quote: WithdrawalQuote) => void }) {
  const client = useQueryClient()
  const keys = useRef(new Map<string, string>())
  const keyOf = (quoteId: string): string => {
    const key = keys.current.get(quoteId) ?? newKey()
    keys.current.set(quoteId, key)
    return key
  }
  const unsure = useRef<WithdrawParams>(undefined)
  const send = async (options: WithdrawParams, proof: ActionProof): Promise<Withdrawal> => {
    // Another quote is another key: what became of the one before has to be known first.
    if (unsure.current !== undefined && unsure.current.quote.quoteId !== options.quote.quoteId) {
      const made = await findWithdrawal(unsure.current)
      if (made !== undefined) return made
      unsure.current = undefined
    }
    const { method, addressId, units, fundPassword, quote } = options
    const { quoteId } = quote
    const request = {
      method: method.method,
      addressId,
      amount: textOf(method, units),
      fundPassword,
      quoteId,
      ...proof,
    }
    try {
      return await call(withdraw, request, { key: keyOf(quoteId) })
    } catch (problem) {
      if (!isEffectUnknown(problem)) throw problem
      unsure.current = options
      const made = await findWithdrawal(options).catch(() => undefined)
      if (made === undefined) throw problem
      return made
    }
  }
  return useMutation({
    meta: { handled: true },
    mutationFn: ({ proof, ...options }: WithdrawParams & { proof: ActionProof | 'passkey' }) =>
      proof === 'passkey' ? actionByPasskey((brought) => send(options, brought)) : send(options, proof),
    onSuccess: on.done,
    onError: (problem) => {
      const quote = newQuoteIn(problem)
      if (quote !== undefined) on.newQuote(quote)
    },
    onSettled: refreshWithdrawals(client),
  })
}
