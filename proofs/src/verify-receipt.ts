import { arithmeticOf } from './arithmetic.ts'
import { canonical } from './canonical.ts'
import type { Finding } from './findings.ts'
import { markedValues, marksOf, mismarked, type Marked } from './marks.ts'
import { leafHash, rootOfPath } from './merkle.ts'
import type { PublicKeys } from './public-keys.ts'
import { batchMessage, markedProofFields, orderFields, orderRecord } from './receipt-batch.ts'
import { documentMessage, markedOfDocument } from './receipt-document.ts'
import { recomputed } from './receipt-settlement.ts'
import { receiptShape, settledShape } from './receipt-shape.ts'
import { amountText, termsOf } from './receipt-terms.ts'
import { rules, type Receipt, type SettledReceipt } from './receipt.ts'
import { winOf } from './settle.ts'
import { compareShape } from './shape.ts'
import { plainOf, readWritten, type Written } from './strict-json.ts'
import { verifySeals } from './verify-seals.ts'
import { gapsIn, stillOpen } from './verify-runs.ts'

/** What came of checking a document. `ok` only when nothing was found. `document` is there when its form was right. */
export type Verdict = {
  readonly ok: boolean
  readonly findings: readonly Finding[]
  readonly arithmetic: readonly string[]
  /** What cannot be decided from this document yet; no fault by itself. */
  readonly notes?: readonly Finding[]
  readonly document?: Receipt | SettledReceipt
}

/** True for the document of a settled order. */
export const isSettledReceipt = (document: Receipt | SettledReceipt): document is SettledReceipt =>
  'settlement' in document

/**
 * Checks the text of a receipt against public keys that the caller trusts: its form field by field, the order under its
 * batch's signature, the settlement computed again, the seals, and the signature over all of it. Pure; needs no network.
 */
export function verifyReceipt(text: string, keys: PublicKeys): Verdict {
  let written: Written
  try {
    written = insideResponse(readWritten(text))
  } catch (cause) {
    return {
      ok: false,
      findings: [{ is: 'notJson', at: cause instanceof SyntaxError ? cause.message : '/' }],
      arithmetic: [],
    }
  }
  const names = written.kind === 'object' ? written.fields.map(({ name }) => name) : []
  const settled = ['settlement', 'seals', 'signature'].some((name) => names.includes(name))
  const form = compareShape(written, settled ? settledShape : receiptShape, '')
  if (form.length > 0) return { ok: false, findings: form, arithmetic: [] }
  const document = plainOf(written) as Receipt | SettledReceipt
  const findings = [...verifyRules(document), ...verifyOrder(document, keys)]
  const arithmetic = isSettledReceipt(document)
    ? verifySettled(document, { keys, findings })
    : acceptedArithmetic(document)
  const notes = isSettledReceipt(document) ? stillOpen(document) : []
  return { ok: findings.length === 0, findings, arithmetic, notes, document }
}

/** The receipt inside a response of the server that was saved whole: its `result`, or the `receipt` in that. */
function insideResponse(written: Written): Written {
  const field = (params: Written, name: string): Written | undefined =>
    params.kind === 'object' ? params.fields.find((each) => each.name === name)?.value : undefined
  if (['v', 'order', 'proof'].some((name) => field(written, name) !== undefined)) return written
  const result = field(written, 'result')
  return result === undefined ? written : (field(result, 'receipt') ?? result)
}

function verifyRules({ v, order }: Receipt): Finding[] {
  const found: Finding[] = v === 1 ? [] : [{ is: 'changed', at: 'v', expected: '1', found: String(v) }]
  for (const name of ['entryRule', 'exitRule', 'tieRule', 'ruleVersion'] as const) {
    if (order[name] !== rules[name])
      found.push({ is: 'changed', at: `order.${name}`, expected: String(rules[name]), found: String(order[name]) })
  }
  return found
}

const markedOfProof = ({ order, proof }: Receipt): Marked[] => [
  ...orderFields.map((name) => ({ at: `order.${name}`, value: order[name] })),
  ...markedProofFields.map((name) => ({ at: `proof.${name}`, value: proof[name] })),
]

function verifyOrder(document: Receipt, keys: PublicKeys): Finding[] {
  const { order, proof } = document
  const { crypto } = keys
  const publicKey = keys.byId.get(proof.keyId)
  const leaf = leafHash(orderRecord(order), crypto)
  const leads = rootOfPath({ leaf, index: proof.index, size: proof.size, path: proof.path }, crypto) === proof.root
  const signed =
    publicKey !== undefined && crypto.verify({ publicKey, message: batchMessage(proof), signature: proof.signature })
  const marked = markedOfProof(document)
  if (leads && signed) {
    return proof.marks === marksOf(marked) ? [] : [{ is: 'changed', at: 'proof.marks' }]
  }
  const changed = mismarked(marked, proof.marks).map((at): Finding => ({ is: 'changed', at }))
  if (changed.length > 0) return changed
  if (publicKey === undefined)
    return [{ is: 'otherKey', at: 'proof.keyId', expected: [...keys.byId.keys()].join(' '), found: proof.keyId }]
  return leads ? [{ is: 'unsigned', at: 'proof.signature' }] : [{ is: 'path', at: 'proof.path' }]
}

/** The parts of a settled receipt. Adds what it finds; returns the arithmetic that the rules give. */
function verifySettled(document: SettledReceipt, params: { keys: PublicKeys; findings: Finding[] }): readonly string[] {
  const { keys, findings } = params
  const { settlement, seals } = document
  findings.push(...verifyWhole(document, params))
  const sealed = seals === null ? undefined : verifySeals(document, seals, keys)
  findings.push(...(sealed?.findings ?? []), ...gapsIn(document, sealed?.ticks ?? new Map()))
  try {
    const computed = recomputed(document.order, settlement)
    const stated = new Map(markedValues(settlement as never, 'settlement').map(({ at, value }) => [at, value]))
    for (const { at, value } of markedValues(computed as never, 'settlement')) {
      const found = stated.get(at)
      if (found === undefined || canonical(found) !== canonical(value)) {
        findings.push({ is: 'recomputed', at, expected: shown(value), found: shown(found) })
      }
      stated.delete(at)
    }
    for (const [at, value] of stated) findings.push({ is: 'recomputed', at, found: shown(value) })
    return computed.arithmetic
  } catch (cause) {
    findings.push({ is: 'recomputed', at: 'settlement', found: cause instanceof Error ? cause.message : String(cause) })
    return arithmeticOf(document.order, settlement)
  }
}

const shown = (value: unknown): string => (Array.isArray(value) ? value.join(' · ') : String(value))

function verifyWhole(
  document: SettledReceipt,
  { keys, findings }: { keys: PublicKeys; findings: readonly Finding[] },
): Finding[] {
  const { keyId, marks, signature } = document.signature
  const publicKey = keys.byId.get(keyId)
  if (publicKey === undefined)
    return [{ is: 'otherKey', at: 'signature.keyId', expected: [...keys.byId.keys()].join(' '), found: keyId }]
  const marked = markedOfDocument(document)
  if (keys.crypto.verify({ publicKey, message: documentMessage(document), signature })) {
    return marks === marksOf(marked) ? [] : [{ is: 'changed', at: 'signature.marks' }]
  }
  const changed = mismarked(marked, marks).map((at): Finding => ({ is: 'changed', at }))
  // A change that was named already breaks this signature too, and is more precise than it can be.
  return changed.length > 0 || findings.length > 0 ? changed : [{ is: 'unsigned', at: 'signature.signature' }]
}

/** What an accepted order can come to. */
function acceptedArithmetic({ order }: Receipt): string[] {
  return [
    `WON: +⌊${order.stake} × ${order.payoutRate}⌋ = +${amountText(winOf(termsOf(order)))}`,
    `LOST: -${order.stake}`,
    'TIE, VOID: 0',
  ]
}
