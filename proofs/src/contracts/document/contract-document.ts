import { canonicalList, type Canonical } from '../../canonical.ts'
import type { Hex, Signer } from '../../crypto.ts'
import { markedValues, marksOf, type Marked } from '../../marks.ts'
import type { SealedRecord, SealedSegment, Seals } from '../../receipt.ts'
import type { SignedRecord } from '../verify-contract.ts'

/** Proof that the records of a contract, and the ticks they name, stand in the log whose signed head is given. */
export type ContractSeals = {
  /** Whole minutes of its instrument, and of the pair that converts its quote currency, as far as they are kept. */
  readonly ticks: readonly SealedSegment[]
  /** The record of the log that covers the batch of each record, in the order of the records. */
  readonly batches: readonly SealedRecord[]
  readonly head: Seals['head']
}

/** What a customer downloads of a contract; the last signature covers everything above it. */
export type ContractDocument = {
  readonly v: 1
  readonly records: readonly SignedRecord[]
  /** Null until the log has sealed every record. */
  readonly seals: ContractSeals | null
  readonly signature: { readonly keyId: string; readonly marks: string; readonly signature: Hex }
}

type Unsigned = Omit<ContractDocument, 'signature'>

/** What the last signature of the document covers: everything above it, names and order included. */
export const contractMessage = ({ v, records, seals }: Unsigned): string =>
  canonicalList(['evenhand.contract.document.1', { v, records, seals } as unknown as Canonical])

/** The values whose change the marks of the last signature can name. */
export const markedOfContract = ({ records, seals }: Unsigned): Marked[] =>
  markedValues({ records, seals } as unknown as Canonical, '')

/** A value with the fields of its objects by name. */
function byName(value: Canonical): Canonical {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: Canonical) => byName(item))
  const fields = Object.entries(value as { readonly [field: string]: Canonical })
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, item]) => [name, byName(item)]))
}

/** The document of a contract, signed: the fields of each record by name, its proof last. */
export function contractDocument(
  records: readonly SignedRecord[],
  { seals, signer }: { seals: ContractSeals | null; signer: Signer },
): ContractDocument {
  const ordered = records.map(({ proof, ...body }) => ({ ...(byName(body) as object), proof }) as SignedRecord)
  const unsigned: Unsigned = { v: 1, records: ordered, seals }
  const signature = signer.sign(contractMessage(unsigned))
  return { ...unsigned, signature: { keyId: signer.keyId, marks: marksOf(markedOfContract(unsigned)), signature } }
}
