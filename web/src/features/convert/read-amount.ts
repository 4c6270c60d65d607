import type { FundCoin } from '@evenhand/protocol/funds.ts'
import { assetScales } from '@evenhand/protocol/money.ts'
import { parseAmount } from '../../lib/parse-amount.ts'
import { Refused } from '../../lib/problem.ts'

/** What a text means as an amount of a coin: plain decimals, what it may mean where that is not certain, or a refusal. */
export type ReadAmount = { readonly amount: string } | { readonly ambiguous: string } | { readonly refused: Refused }

/** Reads what the customer typed as the server would, so that nothing is sent that could mean something else. */
export function readAmount(text: string, coin: FundCoin): ReadAmount {
  const read = parseAmount(text, assetScales[coin])
  if (read.kind === 'ambiguous') return { ambiguous: read.readings[0] ?? '' }
  if (read.kind !== 'amount' || read.units === 0n)
    return { refused: new Refused('amountWrong', { code: 0, params: {}, traceId: '' }) }
  return { amount: read.text }
}
