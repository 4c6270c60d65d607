import { verifyAuction, type AuctionFault } from '@evenhand/proofs/collectibles/auction-document.ts'
import { verifyContractDocument } from '@evenhand/proofs/contracts/document/verify-contract-document.ts'
import { nobleCrypto } from '@evenhand/proofs/crypto-noble.ts'
import type { Finding } from '@evenhand/proofs/findings.ts'
import { readPublicKeys, type PublicKeys } from '@evenhand/proofs/public-keys.ts'
import { verifyHeads } from '@evenhand/proofs/verify-heads.ts'
import { verifyReceipt } from '@evenhand/proofs/verify-receipt.ts'
import { checkTicks } from './check-ticks.ts'
import { kindOf, type FileKind } from './file-kind.ts'

export type ReadFile = { readonly name: string; readonly text: string }
export type CheckedFile = {
  readonly name: string
  /** Of `unknown` nothing more is said. */
  readonly kind: FileKind
  readonly ok: boolean
  /** How many of what the kind counts were checked. */
  readonly count: number
  /** The order's number and code, the collectible's id, or the instrument and its days. */
  readonly about: string
  readonly findings: readonly AuctionFault[]
  /** What cannot be decided from the file yet; no fault by itself. */
  readonly notes: readonly Finding[]
  /** What was computed again, in signs that need no translation. */
  readonly lines: readonly string[]
}

/**
 * Checks signed files with the code of the command line, without any call: receipts, contracts and collectibles each by
 * itself, and all heads together, because each has to continue the one before. Undefined where the keys are none.
 */
export function checkFiles(files: readonly ReadFile[], keysText: string): CheckedFile[] | undefined {
  const keys = readPublicKeys(keysText, nobleCrypto)
  if (keys === undefined) return undefined
  const heads = files.filter(({ text }) => kindOf(text) === 'heads')
  const others = files.filter((file) => !heads.includes(file))
  return [...others.map((file) => checkDocument(file, keys)), ...(heads.length === 0 ? [] : [checkHeads(heads, keys)])]
}

function checkDocument(file: ReadFile, keys: PublicKeys): CheckedFile {
  const { name, text } = file
  const kind = kindOf(text)
  const one = { name, kind, count: 1, notes: [] }
  if (kind === 'ticks') return checkTicks(file, keys)
  if (kind === 'collectible') {
    const { ok, findings, lines, document } = verifyAuction(text, keys)
    return { ...one, ok, about: document?.collectibleId ?? '', findings, lines }
  }
  if (kind === 'contract') {
    const { ok, findings, notes, arithmetic, document } = verifyContractDocument(text, keys)
    const accepted: Readonly<Record<string, unknown>> | undefined = document?.records[0]
    const about = accepted === undefined ? '' : `${String(accepted['orderNo'])} · ${String(accepted['code'])}`
    return { ...one, ok, about, findings, notes, lines: arithmetic }
  }
  if (kind !== 'receipt') return { ...one, ok: false, about: '', findings: [{ is: 'notJson', at: '' }], lines: [] }
  const { ok, findings, notes = [], arithmetic, document } = verifyReceipt(text, keys)
  const about = document === undefined ? '' : `${document.order.orderNo} · ${document.order.code}`
  return { ...one, ok, about, findings, notes, lines: arithmetic }
}

function checkHeads(files: readonly ReadFile[], keys: PublicKeys): CheckedFile {
  const { ok, findings, heads } = verifyHeads(
    files.map(({ text }) => text),
    keys,
  )
  const lines = heads.map(({ size, root }) => `${size}  ${root}`)
  const name = files.map((file) => file.name).join(', ')
  return { name, kind: 'heads', ok, count: heads.length, about: '', findings, notes: [], lines }
}
