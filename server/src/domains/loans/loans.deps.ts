import type { Clock } from '../../kernel/time/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Session } from '../../kernel/http/http.ts'
import type { OperatorDeps } from '../../kernel/http/operator-call.ts'
import type { Limits } from '../../kernel/http/rate-limits.ts'
import type { Refusal } from '../../kernel/http/refusal.ts'
import type { DocumentKey } from '../../kernel/documents/document-key.ts'
import type { Log } from '../../kernel/log.ts'
import type { Ledger } from '../ledger/index.ts'
import type { EnqueueNotices } from '../notices/index.ts'
import type { CollateralPrices } from './collateral.rules.ts'

export type PictureType = 'image/jpeg' | 'image/png'
type Picture = { type: PictureType; bytes: Buffer }

/** Who borrows, as the text of an agreement names the person, and with which score. */
export type Borrower = { username: string; creditScore: number | undefined }

export type LoansDeps = {
  db: Db<'loans'>
  clock: Clock
  log: Log
  limits: Limits
  ledger: Pick<Ledger, 'remember' | 'findKey' | 'tradable'>
  /** Refuses who may not borrow: legal hold and restriction 10008, country 40001, pause 40005. */
  mayBorrow: (params: { session: Session; ip: string }) => Promise<void>
  /** Prices that collateral is held against. */
  prices: CollateralPrices
  /** Whether loans are offered in the caller's country. */
  isOffered: (params: { session: Session; ip: string }) => boolean
  /** By what an operation that needs a verified identity is refused; undefined where it is verified. */
  identityRefusal: (customerId: string) => Promise<Refusal | undefined>
  borrowerOf: (customerId: string) => Promise<Borrower | undefined>
  /** Refuses 40039 unless the customer has uploaded this picture as a signature. */
  mustOwnSignature: (params: { customerId: string; fileId: string }) => Promise<void>
  /** A picture of the customer's own. */
  openSignature: (fileId: string, customerId: string) => Promise<Picture>
  /** Key of the hash that an address is kept as. */
  addressKey: Uint8Array
  /** What the document of an agreement is signed with. */
  documentKey: () => Promise<DocumentKey>
  /** Whether that key was given to us; it is opened at the start, so that a file that cannot be read stops it. */
  hasDocumentKey: boolean
  /** A real balance of an account is another than before. */
  moved: (accountId: bigint) => void
  /** Notifies customers, if and when the transaction commits. */
  enqueueNotices: EnqueueNotices
}

/** What operators' part of loans needs; `db` acts as the role `console`. */
export type LoansConsoleDeps = Pick<LoansDeps, 'clock' | 'moved' | 'enqueueNotices' | 'prices' | 'documentKey'> & {
  db: Db<'loans'>
  operators: OperatorDeps
  customersById: (
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, { username: string; tier: string; creditScore: number | undefined }>>
  /** A picture for an operator with a reason, written down before it is shown. */
  openPicture: (fileId: string, viewer: { operatorId: string; reason: string }) => Promise<Picture>
}
