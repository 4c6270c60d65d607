import { isAuctionDocument } from '@evenhand/proofs/collectibles/auction-document.ts'
import { isContractDocument } from '@evenhand/proofs/contracts/document/verify-contract-document.ts'
import { nobleCrypto } from '@evenhand/proofs/crypto-noble.ts'
import { readPublicKeys } from '@evenhand/proofs/public-keys.ts'

/** What a file is, by its content. `unknown`: nothing that we sign. */
export type FileKind = 'receipt' | 'contract' | 'collectible' | 'ticks' | 'heads' | 'unknown'

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
  const result = insideResponse(parsed(text) ?? parsed(text.trimStart().split('\n')[0] ?? ''))
  return Array.isArray(result) ? insideResponse(result[0]) : result
}

/** Whether a text is a file of public keys rather than something that they signed. */
export const isKeyFile = (text: string): boolean => readPublicKeys(text, nobleCrypto) !== undefined

/** Says what a file is by what stands in it; its name promises nothing. */
export function kindOf(text: string): FileKind {
  if (isAuctionDocument(text)) return 'collectible'
  if (isContractDocument(text)) return 'contract'
  const first = firstIn(text)
  if (has(first, 'segments', 'code', 'day')) return 'ticks'
  if (has(first, 'root', 'size')) return 'heads'
  return has(insideResponse(parsed(text)), 'order') ? 'receipt' : 'unknown'
}
