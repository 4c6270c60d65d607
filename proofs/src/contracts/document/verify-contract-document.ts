import type { Finding } from '../../findings.ts'
import { marksOf, mismarked } from '../../marks.ts'
import type { PublicKeys } from '../../public-keys.ts'
import { fieldOf, insideResponse } from '../../saved-response.ts'
import { plainOf, readWritten, type Written } from '../../strict-json.ts'
import type { ContractState, RecordFields } from '../recompute-contract.ts'
import { verifyContract } from '../verify-contract.ts'
import { contractMessage, markedOfContract, type ContractDocument } from './contract-document.ts'
import { contractLines } from './contract-lines.ts'
import { compareDocument } from './document-form.ts'
import { verifyContractSeals } from './verify-contract-seals.ts'

/** What came of checking a contract's document. `ok` only when nothing was found; `document` is there when its form was right. */
export type DocumentVerdict = {
  readonly ok: boolean
  readonly findings: readonly Finding[]
  /** What this document cannot show; no fault by itself. */
  readonly notes: readonly Finding[]
  readonly arithmetic: readonly string[]
  readonly document?: ContractDocument
  /** What the records come to. */
  readonly state?: ContractState | undefined
}

const failed = (findings: readonly Finding[]): DocumentVerdict => ({ ok: false, findings, notes: [], arithmetic: [] })

/** Whether a text may be the document of a contract: of a response that was saved whole, or bare. */
export function isContractDocument(text: string): boolean {
  try {
    return fieldOf(insideResponse(readWritten(text), 'records'), 'records') !== undefined
  } catch {
    return false
  }
}

/**
 * Checks the text of a contract's document against public keys that the caller trusts: its form, every record under the
 * signature of its batch, every figure computed again, the ticks, the place of each record in the log, and the signature
 * over all of it. Pure; needs no network.
 */
export function verifyContractDocument(text: string, keys: PublicKeys): DocumentVerdict {
  let written: Written
  try {
    written = insideResponse(readWritten(text), 'records')
  } catch (cause) {
    return failed([{ is: 'notJson', at: cause instanceof SyntaxError ? cause.message : '/' }])
  }
  const form = compareDocument(written)
  if (form.length > 0) return failed(form)
  const document = plainOf(written) as ContractDocument
  const changed = verifyWhole(document, keys)
  const { findings, steps, state } = verifyContract(document.records, keys)
  const all = [...versionOf(document), ...findings]
  const { seals } = document
  const sealed =
    seals === null || state === undefined
      ? undefined
      : verifyContractSeals(document, { seals, instrument: state.instrument, keys })
  all.push(...(sealed?.findings ?? []))
  const named = withoutRepeats(all, changed)
  return {
    ok: named.length === 0,
    findings: named,
    notes: sealed?.notes ?? [],
    arithmetic: document.records.flatMap((record, index) => contractLines(record as RecordFields, steps[index])),
    document,
    state,
  }
}

const versionOf = ({ v }: ContractDocument): Finding[] =>
  v === 1 ? [] : [{ is: 'changed', at: 'v', expected: '1', found: String(v) }]

/** A value that was named as changed breaks the path of its record too, and is more precise than that can be. */
function withoutRepeats(findings: readonly Finding[], changed: readonly Finding[]): Finding[] {
  if (changed.length === 0) return [...findings]
  if (findings.length > 0 && changed.every(({ is }) => is === 'unsigned')) return [...findings]
  return [...changed, ...findings.filter(({ is }) => is !== 'path')]
}

function verifyWhole(document: ContractDocument, keys: PublicKeys): Finding[] {
  const { keyId, marks, signature } = document.signature
  const publicKey = keys.byId.get(keyId)
  if (publicKey === undefined)
    return [{ is: 'otherKey', at: 'signature.keyId', expected: [...keys.byId.keys()].join(' '), found: keyId }]
  const marked = markedOfContract(document)
  if (keys.crypto.verify({ publicKey, message: contractMessage(document), signature }))
    return marks === marksOf(marked) ? [] : [{ is: 'changed', at: 'signature.marks' }]
  const changed = mismarked(marked, marks).map((at): Finding => ({ is: 'changed', at }))
  return changed.length > 0 ? changed : [{ is: 'unsigned', at: 'signature.signature' }]
}
