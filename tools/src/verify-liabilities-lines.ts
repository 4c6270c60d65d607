import type { LiabilitiesVerdict } from '@evenhand/proofs/liabilities/verify-liabilities.ts'
import { utcText } from '@evenhand/proofs/utc.ts'
import { findingLines } from './verify-lines.ts'
import type { TextOf } from './verify-text.ts'

/** What the command prints about a customer's proof of liabilities: what the customer owned of what all did, when, and what is wrong. */
export function liabilitiesLines({ findings, lines, document }: LiabilitiesVerdict, textOf: TextOf): string[] {
  // Nothing follows from ticks here: what differs is a sum.
  const found = findings.map((one) => (one.is === 'recomputed' ? { ...one, is: 'summed' as const } : one))
  if (document === undefined) return findingLines(found, textOf)
  const { customerId, statement, leaves, seal } = document
  const [, ...sums] = lines
  const shown = [
    textOf('balances', { at: customerId, expected: utcText(statement.at), found: `#${statement.entry}` }),
    ...sums.map((line) => `  ${line}`),
    textOf('leaves', { found: `${leaves.length} / ${statement.leaves}`, at: statement.root }),
  ]
  if (found.length > 0) return [...shown, ...findingLines(found, textOf)]
  return [
    ...shown,
    seal === null
      ? textOf('statementNotSealed')
      : textOf('statementSealed', { found: String(seal.head.size), at: utcText(seal.head.time) }),
    textOf('signedBy', { at: statement.keyId }),
    textOf(leaves.length === 0 ? 'noLeaf' : 'balancesRight'),
  ]
}
