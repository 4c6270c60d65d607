import type { DocumentVerdict } from '@evenhand/proofs/contracts/document/verify-contract-document.ts'
import { utcText } from '@evenhand/proofs/utc.ts'
import { findingLines } from './verify-lines.ts'
import type { TextOf } from './verify-text.ts'

/** What the command prints about a contract's document: what it is, its arithmetic, what it cannot show, and what is wrong. */
export function contractDocumentLines(verdict: DocumentVerdict, textOf: TextOf): string[] {
  const { findings, notes, arithmetic, document, state } = verdict
  const [accepted] = document?.records ?? []
  if (document === undefined || accepted === undefined || state === undefined) return findingLines(findings, textOf)
  const account = textOf(accepted['mode'] === 'virtual' ? 'account_virtual' : 'account_real')
  const stands = state.open === null ? (state.ended ? endOf(document.records) : 'accepted') : 'contractOpen'
  const lines = [
    `${textOf('contract', { at: String(accepted['orderNo']), found: textOf(stands) })} (${account}, ${String(accepted['feedKind'])})`,
    textOf('arithmetic'),
    ...arithmetic.map((line) => `  ${line}`),
    ...notes.map(({ is, at }) => `  ! ${textOf(is, { at })}`),
  ]
  if (findings.length > 0) return [...lines, ...findingLines(findings, textOf)]
  const head = document.seals?.head
  const seal =
    head === undefined
      ? textOf('recordsNotSealed')
      : textOf('recordsSealed', { found: String(head.size), at: utcText(head.time) })
  return [...lines, seal, textOf('signedBy', { at: document.signature.keyId }), textOf('right')]
}

const endOf = (records: readonly { readonly kind: string }[]): 'contractClosed' | 'contractEnded' =>
  records.at(-1)?.kind === 'closed' ? 'contractClosed' : 'contractEnded'
