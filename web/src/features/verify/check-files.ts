import { isAuctionDocument, verifyAuction, type AuctionFault } from '@evenhand/proofs/collectibles/auction-document.ts'
import {
  isContractDocument,
  verifyContractDocument,
} from '@evenhand/proofs/contracts/document/verify-contract-document.ts'
import { nobleCrypto } from '@evenhand/proofs/crypto-noble.ts'
import type { Finding } from '@evenhand/proofs/findings.ts'
import { readPublicKeys, type PublicKeys } from '@evenhand/proofs/public-keys.ts'
import { verifyHeads } from '@evenhand/proofs/verify-heads.ts'
import { verifyReceipt } from '@evenhand/proofs/verify-receipt.ts'

export type ReadFile = { readonly name: string; readonly text: string }
export type CheckedFile = {
  readonly name: string
  /** `unknown`: nothing that we sign; nothing more is said of it. */
  readonly kind: 'receipt' | 'contract' | 'collectible' | 'heads' | 'unknown'
  readonly ok: boolean
  /** The order's number and code, the collectible's id, or how many heads there are. */
  readonly about: string
  readonly findings: readonly AuctionFault[]
  /** What cannot be decided from the file yet; no fault by itself. */
  readonly notes: readonly Finding[]
  /** What was computed again, in signs that need no translation. */
  readonly lines: readonly string[]
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
const has = (value: unknown, name: string): boolean => typeof value === 'object' && value !== null && name in value

/** Whether a text is a file of public keys rather than something that they signed. */
export const isKeyFile = (text: string): boolean => readPublicKeys(text, nobleCrypto) !== undefined

const insideResponse = (whole: unknown): unknown =>
  has(whole, 'result') ? (whole as { result: unknown }).result : whole

const isReceipt = (text: string): boolean => has(insideResponse(parsed(text)), 'order')

/** One head, a list of them, the response of public/heads, or a file with one a line. */
function isHeads(text: string): boolean {
  const result = insideResponse(parsed(text) ?? parsed(text.trimStart().split('\n')[0] ?? ''))
  const first: unknown = Array.isArray(result) ? result[0] : result
  return has(first, 'root') && has(first, 'size')
}

/**
 * Checks signed files with the code of the command line, without any call: receipts, contracts and collectibles each by
 * itself, and all heads together, because each has to continue the one before. Undefined where the keys are none.
 */
export function checkFiles(files: readonly ReadFile[], keysText: string): CheckedFile[] | undefined {
  const keys = readPublicKeys(keysText, nobleCrypto)
  if (keys === undefined) return undefined
  const heads = files.filter(({ text }) => isHeads(text))
  const others = files.filter((file) => !heads.includes(file))
  return [...others.map((file) => checkDocument(file, keys)), ...(heads.length === 0 ? [] : [checkHeads(heads, keys)])]
}

function checkDocument({ name, text }: ReadFile, keys: PublicKeys): CheckedFile {
  if (isAuctionDocument(text)) {
    const { ok, findings, lines, document } = verifyAuction(text, keys)
    return { name, kind: 'collectible', ok, about: document?.collectibleId ?? '', findings, notes: [], lines }
  }
  if (isContractDocument(text)) {
    const { ok, findings, notes, arithmetic, document } = verifyContractDocument(text, keys)
    const accepted: Readonly<Record<string, unknown>> | undefined = document?.records[0]
    const about = accepted === undefined ? '' : `${String(accepted['orderNo'])} · ${String(accepted['code'])}`
    return { name, kind: 'contract', ok, about, findings, notes, lines: arithmetic }
  }
  if (!isReceipt(text))
    return { name, kind: 'unknown', ok: false, about: '', findings: [{ is: 'notJson', at: '' }], notes: [], lines: [] }
  const { ok, findings, notes = [], arithmetic, document } = verifyReceipt(text, keys)
  const about = document === undefined ? '' : `${document.order.orderNo} · ${document.order.code}`
  return { name, kind: 'receipt', ok, about, findings, notes, lines: arithmetic }
}

function checkHeads(files: readonly ReadFile[], keys: PublicKeys): CheckedFile {
  const { ok, findings, heads } = verifyHeads(
    files.map(({ text }) => text),
    keys,
  )
  const lines = heads.map(({ size, root }) => `${size}  ${root}`)
  return { name: files.map(({ name }) => name).join(', '), kind: 'heads', ok, about: '', findings, notes: [], lines }
}
