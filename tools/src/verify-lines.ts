import type { AuctionFault } from '@evenhand/proofs/collectibles/auction-document.ts'
import type { LedgerFinding } from '@evenhand/proofs/findings.ts'
import type { Say } from './verify-text.ts'

/** What was found, a line each with what stands there, and how many. */
export function findingLines(findings: readonly (LedgerFinding | AuctionFault)[], say: Say): string[] {
  const lines = findings.flatMap(({ is, at, expected, found }) => {
    const values = [
      ...(expected === undefined || is === 'reordered' ? [] : [`    ${say('expected')}: ${expected}`]),
      ...(found === undefined || is === 'otherKey' ? [] : [`    ${say('found')}: ${found}`]),
    ]
    return [`  ✗ ${say(is, { at, expected, found })}`, ...values]
  })
  return [...lines, say('wrong', { found: String(findings.length) })]
}
