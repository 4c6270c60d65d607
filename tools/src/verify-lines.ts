import type { AuctionFault } from '@evenhand/proofs/collectibles/auction-document.ts'
import type { LedgerFinding } from '@evenhand/proofs/findings.ts'
import type { TextOf } from './verify-text.ts'

/** What was found, a line each with what stands there, and how many. */
export function findingLines(findings: readonly (LedgerFinding | AuctionFault)[], textOf: TextOf): string[] {
  const lines = findings.flatMap(({ is, at, expected, found }) => {
    const values = [
      ...(expected === undefined || is === 'reordered' ? [] : [`    ${textOf('expected')}: ${expected}`]),
      ...(found === undefined || is === 'otherKey' ? [] : [`    ${textOf('found')}: ${found}`]),
    ]
    return [`  ✗ ${textOf(is, { at, expected, found })}`, ...values]
  })
  return [...lines, textOf('wrong', { found: String(findings.length) })]
}
