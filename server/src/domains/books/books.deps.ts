import type { KeptRecord } from '@evenhand/proofs/collectibles/records.ts'
import type { RecordedConversion } from '@evenhand/proofs/conversion-record.ts'
import type { ContractInstrument } from '@evenhand/proofs/contracts/classes.ts'
import type { ContractRecord } from '@evenhand/proofs/contracts/records.ts'
import type { SignedRecord } from '@evenhand/proofs/contracts/verify-contract.ts'
import type { Hex } from '@evenhand/proofs/crypto.ts'
import type { SaleFacts, TickWindow } from '@evenhand/proofs/receipt-settlement.ts'
import type { SignedLiabilities } from '@evenhand/proofs/liabilities/statement.ts'
import type { LedgerEntry } from '@evenhand/proofs/ledger-entry.ts'
import type { ListingEvent } from '@evenhand/proofs/listing.ts'
import type { AuditEntry } from '@evenhand/proofs/audit-entry.ts'
import type { Batch } from '@evenhand/proofs/receipt-batch.ts'
import type { Receipt, ReceiptSettlement } from '@evenhand/proofs/receipt.ts'
import type { RecordedSafeguard } from '@evenhand/proofs/safeguard-record.ts'
import type { Segment } from '@evenhand/proofs/segment.ts'
import type { TickRecord } from '@evenhand/proofs/settle.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Log } from '../../kernel/log.ts'
import type { Signing } from '../../kernel/crypto/signing.ts'

/** A batch of receipts; `seq` rises by one a batch, and a number whose transaction was rolled back is never used. */
export type BatchToSeal = { readonly seq: bigint; readonly root: Hex }

/** A deciding tick as a result shows it: epoch milliseconds, and units of the record. */
type ShownTick = { readonly seq: number; readonly ts: number; readonly price: bigint }

/** A settled order as the replay compares it: its receipt, and what was decided and paid. */
export type SettledOrder = {
  readonly receipt: Receipt
  readonly settledAt: number
  readonly status: ReceiptSettlement['status']
  readonly voidReason: string | null
  readonly gain: bigint
  /** What its entry moved for its customer, 0 without one; null when that is not the entry of this order. */
  readonly paid: bigint | null
  readonly entry: ShownTick | null
  readonly exit: ShownTick | null
  readonly sale: (Omit<SaleFacts, 'ticks'> & { readonly price: bigint }) | null
}

/** What the log job needs of the options: rows to seal, one order's receipt, settled orders to replay. */
export type BooksOptions = {
  /** Committed batches with seq > `after`, in order of seq. Gaps are the log's own matter. */
  batchesToSeal(params: { after: bigint; limit: number }): Promise<readonly BatchToSeal[]>
  /** An order of this account with its batch's position; undefined when there is none. `settlement` is null while it runs. */
  receiptParts(params: {
    accountId: bigint
    orderId: string
  }): Promise<{ receipt: Receipt; batchSeq: bigint; settlement: ReceiptSettlement | null } | undefined>
  /** Open orders after one of them, each with the receipt its rows come to, or why none can be written. */
  openReceipts(params: { after: { accountId: bigint; orderId: string } | null; limit: number }): Promise<
    readonly {
      readonly accountId: bigint
      readonly orderId: string
      readonly orderNo: string
      readonly receipt: Receipt | null
      readonly lost: string
    }[]
  >
  /** Orders with `from` ≤ settledAt < `to`, in the order of (settledAt, orderId), after that of the page before. */
  settledOrders(params: {
    from: number
    to: number
    after: { settledAt: number; orderId: string } | null
    limit: number
  }): Promise<readonly SettledOrder[]>
}

/** A batch of records of contracts as it is kept: the hashes under its root, and its records by their position among them. */
export type KeptBatch = BatchToSeal & {
  readonly leaves: readonly Hex[]
  readonly records: readonly { readonly index: number; readonly orderId: string; readonly body: ContractRecord }[]
}

/** A contract as the replay compares it: its records with the hash under which each was signed, and its rows. */
export type ReplayedContract = {
  readonly accountId: bigint
  readonly orderId: string
  readonly records: readonly { readonly body: ContractRecord; readonly leaf: Hex }[]
  readonly position: OpenRow | null
  readonly isWaiting: boolean
  readonly ended: readonly EndedRow[]
}

/** Units of the instrument's price, hundredths of lots, smallest units of USDT. */
export type OpenRow = {
  readonly lots: bigint
  readonly units: bigint
  readonly margin: bigint
  readonly feeOpen: bigint
  readonly financing: bigint
  readonly open: bigint
  readonly stopLoss: bigint | null
  readonly takeProfit: bigint | null
}

/** A closing, or the end of an order that did not open: then without money. */
export type EndedRow = {
  readonly id: string
  readonly status: string
  readonly reason: string | null
  readonly lots: bigint
  readonly profit: bigint | null
  readonly feeClose: bigint | null
  readonly feeOpen: bigint | null
  readonly financing: bigint | null
  readonly margin: bigint | null
  readonly closePrice: bigint | null
  readonly closeSeq: number | null
  readonly short: bigint
  /** What its entry moved for its customer; null when that is not the entry of this closing. */
  readonly paid: bigint | null
  readonly endedAt: number
}

type Span = { readonly from: number; readonly to: number }

/** What the log job needs of contracts: batches to seal and as they are kept, and one contract's signed records. */
export type BooksContracts = {
  /** Committed batches with seq > `after`, in order of seq. Gaps are the log's own matter. */
  batchesToSeal(params: { after: bigint; limit: number }): Promise<readonly BatchToSeal[]>
  /** Whole batches after a seq, rising, with at most `records` records in all, or one batch that has more. */
  keptBatches(params: { after: bigint; records: number }): Promise<readonly KeptBatch[]>
  /** The records of a contract of this account, oldest first, each with its batch's position; undefined when there is none. */
  signedRecords(params: {
    accountId: bigint
    orderId: string
  }): Promise<readonly { readonly record: SignedRecord; readonly batchSeq: bigint }[] | undefined>
  /** Batches that were signed in a span (epoch milliseconds) after a seq, rising. */
  batchesSigned(
    page: Span & { after: bigint; limit: number },
  ): Promise<
    readonly (BatchToSeal & Pick<Batch, 'batch' | 'keyId' | 'signature'> & { readonly leaves: readonly Hex[] })[]
  >
  /** Contracts with records of a span that stand in no table: some of their ids. */
  withoutRow(span: Span): Promise<readonly string[]>
  /** Instruments of contracts that were open or waited in a span, or ended in it. */
  instrumentsIn(span: Span): Promise<readonly Omit<ContractInstrument, 'terms'>[]>
  /** Those contracts of one instrument, in the order of account and id, after one of them. */
  replayed(
    page: Span & { code: string; after: { accountId: bigint; orderId: string } | null; limit: number },
  ): Promise<readonly ReplayedContract[]>
  /** Those of one account that were open or waited in a span, or ended in it. */
  ofAccount(params: Span & { accountId: bigint; mode: AccountMode }): Promise<readonly ReplayedContract[]>
  /** What the account owed of its losses at a time, smallest units of USDT. */
  owedAt(params: { accountId: bigint; mode: AccountMode; at: number }): Promise<bigint>
}

/** Money of an account at a time, smallest units of USDT: all of it by its entries, and what other products held of it. */
export type MoneyAt = (params: {
  accountId: bigint
  mode: AccountMode
  at: number
}) => Promise<{ readonly total: bigint; readonly heldBeside: bigint }>

/** What the log job needs of the markets: closed minutes and their ticks, whole. */
export type BooksMarkets = {
  instrument(code: string): { readonly code: string; readonly precision: number } | undefined
  /** Minutes after this one that have ticks and are closed: nothing is ever added to them. Rising, at most `limit`. */
  recordedMinutes(params: { after: number; limit: number }): Promise<readonly number[]>
  /** Every segment of a closed minute, or those of the codes, in order of instrument; empty when their retention is over. */
  segments(params: { minute: number; codes?: readonly string[] }): Promise<readonly Segment[]>
  /** The record, inclusive bounds in epoch milliseconds, ordered by seq, one response a window. */
  ticks(windows: readonly ({ code: string } & TickWindow)[]): Promise<readonly (readonly TickRecord[])[]>
  /** Operators' changes of listings after a seq, oldest first, at most `limit`. */
  listingEvents(params: { after: number; limit: number }): Promise<readonly ListingEvent[]>
  /** The oldest minute whose ticks are still kept. */
  oldestMinute(): Promise<number>
}

/** What the log job needs of the ledger: entries to seal, by their numbers. */
export type BooksLedger = {
  /** The newest number that was drawn for an entry; its transaction may still be open, or rolled back. */
  lastEntryNumber(): Promise<bigint>
  /** Entries with `after` < seq ≤ `upto`, rising, at most `limit`. */
  sealedEntries(params: { after: bigint; upto: bigint; limit: number }): Promise<readonly LedgerEntry[]>
  /** The first entry with a number that was never drawn; undefined where there is none. */
  unnumberedEntry(): Promise<bigint | undefined>
  /** Entries and holds that nothing of the products requested, and what requested one that is not there. */
  auditCauses(): Promise<{ compared: number; findings: readonly { at: string; expected?: string; found?: string }[] }>
  /** The last time the balances were re-added from the entries; nulls before the first. */
  lastCheck(): Promise<LedgerCheck>
}

/** What re-adding the books came to, each promise about them with the rows that break it. */
export type LedgerCheck = {
  readonly at: number | null
  readonly ok: boolean | null
  readonly findings: readonly { statement: string; ok: boolean; detail: readonly string[] }[]
  readonly tookMs: number
}

export type BooksDeps = {
  readonly db: Db<'books'>
  readonly clock: Clock
  readonly log: Log
  readonly signing: Signing
  /** What runs: version and commit; stands in every head. */
  readonly build: string
  /** Where signed heads are written, each with everything: DATA_DIR/heads, and HEADS_DIR where set. */
  readonly headDirs: readonly string[]
  readonly options: BooksOptions
  readonly contracts?: BooksContracts
  /** What close-outs are held against; they are not where it is left out. */
  readonly moneyAt?: MoneyAt
  readonly markets: BooksMarkets
  readonly ledger: BooksLedger
  /** Audit entries of operators after a number, oldest first; none where the house has no operators. */
  readonly auditEntriesAfter?: (params: { after: number; limit: number }) => Promise<readonly AuditEntry[]>
  /** Signed records of collectibles after a number, and what of their rows differs from them; left out where there are none. */
  readonly collectibles?: {
    recordsAfter(params: {
      after: number
      limit: number
    }): Promise<readonly (KeptRecord & { readonly signature: Hex })[]>
    /** The records of one collectible, oldest first. */
    recordsOf(collectibleId: string): Promise<readonly (KeptRecord & { readonly signature: Hex })[]>
    differences(): Promise<readonly { at: string; expected: string; found: string }[]>
  }
  /** Statements of liabilities after a number, oldest first, and what of their trees differs; none where the house states none. */
  readonly liabilities?: {
    after(params: {
      after: number
      limit: number
    }): Promise<readonly { readonly no: number; readonly statement: SignedLiabilities }[]>
    /** The newest statement, and when the next one is due, epoch milliseconds; undefined before the first. */
    newest(): Promise<{ readonly statement: SignedLiabilities; readonly nextAt: number } | undefined>
    audit(): Promise<readonly { at: string; expected?: string; found?: string }[]>
  }
  /** Changes of customers' safeguards after a number, oldest first; none where the house has none. */
  readonly safeguardsAfter?: (params: {
    after: number
    limit: number
  }) => Promise<readonly (RecordedSafeguard & { readonly signature: Hex })[]>
  /** Conversions after a number, oldest first; none where the house converts nothing. */
  readonly conversionsAfter?: (params: { after: number; limit: number }) => Promise<readonly RecordedConversion[]>
}
