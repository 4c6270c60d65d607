import type { DocumentVerdict } from '@evenhand/proofs/contracts/document/verify-contract-document.ts'
import { utcText } from '@evenhand/proofs/utc.ts'
import { findingLines } from './verify-lines.ts'
import type { Say } from './verify-text.ts'

/** What the command prints about a contract's document: what it is, its arithmetic, what it cannot show, and what is wrong. */
export function contractDocumentLines(verdict: DocumentVerdict, say: Say): string[] {
  const { findings, notes, arithmetic, document, state } = verdict
  const [accepted] = document?.records ?? []
  if (document === undefined || accepted === undefined || state === undefined) return findingLines(findings, say)
  const account = say(accepted['mode'] === 'virtual' ? 'account_virtual' : 'account_real')
  const stands = state.open === null ? (state.ended ? endOf(document.records) : 'accepted') : 'contractOpen'
  const lines = [
    `${say('contract', { at: String(accepted['orderNo']), found: say(stands) })} (${account}, ${String(accepted['feedKind'])})`,
    say('arithmetic'),
    ...arithmetic.map((line) => `  ${line}`),
    ...notes.map(({ is, at }) => `  ! ${say(is, { at })}`),
  ]
  if (findings.length > 0) return [...lines, ...findingLines(findings, say)]
  const head = document.seals?.head
  const seal =
    head === undefined
      ? say('recordsNotSealed')
      : say('recordsSealed', { found: String(head.size), at: utcText(head.time) })
  return [...lines, seal, say('signedBy', { at: document.signature.keyId }), say('right')]
}

const endOf = (records: readonly { readonly kind: string }[]): 'contractClosed' | 'contractEnded' =>
  records.at(-1)?.kind === 'closed' ? 'contractClosed' : 'contractEnded'
