import type { FundMethod } from '@evenhand/protocol/funds.ts'
import { assetScales, formatUnits } from '@evenhand/protocol/money.ts'
import { parseAmount } from '../../lib/parse-amount.ts'
import { Refused } from '../../lib/problem.ts'

/** What can leave now, in smallest units of the coin; `max` is less than `free` where the limit of a day bounds it. */
export type Leaving = { readonly free: bigint; readonly max: bigint }
/** One of our own texts, or the words of the refusal that the server would give. */
export type AmountProblem = 'missing' | 'overLimit' | { readonly ambiguous: string } | Refused
export type CheckedAmount = { readonly units: bigint } | { readonly problem: AmountProblem }

const refused = (key: Refused['key'], params: Refused['params']): Refused =>
  new Refused(key, { code: 0, params, traceId: '' })

/** An amount in the coin's own text, as the server writes it. */
export const textOf = ({ coin }: Pick<FundMethod, 'coin'>, units: bigint): string =>
  formatUnits(units, assetScales[coin])

/**
 * The same rules as the server's, in its order: what is below the minimum may leave when it is the whole balance, and more
 * than is free may not. Beyond the limit of a day the part that may leave is offered before anything is requested.
 */
export function checkAmount(text: string, method: FundMethod, leaving: Leaving | undefined): CheckedAmount {
  const parsed = parseAmount(text, assetScales[method.coin])
  if (parsed.kind === 'empty') return { problem: 'missing' }
  if (parsed.kind === 'ambiguous') return { problem: { ambiguous: parsed.readings[0] ?? '' } }
  if (parsed.kind !== 'amount' || parsed.units === 0n) return { problem: refused('amountWrong', {}) }
  const { units } = parsed
  if (leaving === undefined) return { units }
  if (units < method.minWithdrawal && units !== leaving.free)
    return {
      problem: refused('belowMinimumWithdrawal', { coin: method.coin, min: textOf(method, method.minWithdrawal) }),
    }
  if (units > leaving.free) return { problem: refused('insufficientBalance', { free: textOf(method, leaving.free) }) }
  return units > leaving.max ? { problem: 'overLimit' } : { units }
}

/** A whole address in groups of four, to be compared with the wallet's. */
export const groupsOf = (address: string): readonly string[] => address.match(/.{1,4}/g) ?? []
