import { isAuctionDocument } from '@evenhand/proofs/collectibles/auction-document.ts'
import { isContractDocument } from '@evenhand/proofs/contracts/document/verify-contract-document.ts'
import { nobleCrypto } from '@evenhand/proofs/crypto-noble.ts'
import { isLiabilitiesProof } from '@evenhand/proofs/liabilities/verify-liabilities.ts'
import { readPublicKeys } from '@evenhand/proofs/public-keys.ts'
import type { FileKind, ReadingKind } from './checked-file.ts'

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
const has = (value: unknown, ...names: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => name in value)

const insideResponse = (whole: unknown): unknown =>
  has(whole, 'result') ? (whole as { result: unknown }).result : whole

/** The first value of a text: of a list, of a response, of one line of many. */
function firstIn(text: string): unknown {
  const result = insideResponse(parsed(text) ?? parsed(text.trimStart().split('\n', 1)[0] ?? ''))
  return Array.isArray(result) ? insideResponse(result[0]) : result
}

/** Whether a text is a file of public keys rather than something that they signed. */
export const isKeyFile = (text: string): boolean => readPublicKeys(text, nobleCrypto) !== undefined

/** Whether a text that begins so is an export of the ledger, which may be too large to be read at once. */
export const beginsLedger = (text: string): boolean =>
  /^\s*\[?\s*\{\s*(?:"code"\s*:\s*200\s*,\s*"result"\s*:\s*\{\s*)?"runs"\s*:\s*\[/.test(text)

/** The heads of the tables that we export, as `transactions` and the download of ticks write them. */
const tables = {
  transactions: 'time,kind,account,coin,amount,balance,order,instrument',
  ticksTable: 'time,seq,price,kind,late',
} as const

/** Whether a PDF names us as its producer, in its place or as an object of its own, which is how ours are written. */
function madeByUs(text: string): boolean {
  const object = /\/Producer (\d+) 0 R/.exec(text)?.[1]
  return text.includes('/Producer (Evenhand)') || text.includes(`\n${object} 0 obj\n(Evenhand)\n`)
}

function readingKindOf(text: string): ReadingKind | undefined {
  if (text.startsWith('%PDF-')) {
    if (text.includes('/SubFilter /ETSI.CAdES.detached')) return 'sealedPdf'
    return madeByUs(text) ? 'statement' : undefined
  }
  const [head] = text.split(/\r?\n/, 1)
  return (['transactions', 'ticksTable'] as const).find((kind) => head === tables[kind])
}

/** Detects what a file is by its content, whatever its name. */
export function kindOf(text: string): FileKind {
  const reading = readingKindOf(text)
  if (reading !== undefined) return reading
  if (isAuctionDocument(text)) return 'collectible'
  if (isContractDocument(text)) return 'contract'
  const first = firstIn(text)
  if (has(first, 'segments', 'code', 'day')) return 'ticks'
  if (has(first, 'runs', 'next') || beginsLedger(text)) return 'ledger'
  if (has(first, 'exportedAt', 'tables')) return 'dataExport'
  if (has(first, 'acts', 'next')) return 'acts'
  if (has(first, 'root', 'size')) return 'heads'
  if (isLiabilitiesProof(text)) return 'liabilities'
  return has(insideResponse(parsed(text)), 'order') ? 'receipt' : 'unknown'
}
