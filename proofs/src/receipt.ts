import type { Hex } from './crypto.ts'
import type { Head } from './head.ts'

/** The rules under which an order of ruleVersion 1 is decided, as its receipt names them (settle.ts is what they mean). */
export const rules = {
  entryRule: 'first tick with seq > seenSeq and ts >= acceptedAt + 500 ms; none by acceptedAt + 5000 ms: void',
  exitRule: 'last tick with ts <= T, in [T - 5000 ms, T], of exitKinds; none: void',
  tieRule: 'equal prices return the stake',
  ruleVersion: 1,
} as const

/**
 * What was agreed at acceptance. The order of the fields is part of the form: it is hashed in this order. Amounts are
 * decimal text with 6 decimals, times epoch milliseconds, `limitTime` seconds, hashes hexadecimal.
 */
export type ReceiptOrder = {
  readonly origin: string
  readonly mode: 'virtual' | 'real'
  readonly orderId: string
  readonly orderNo: string
  readonly code: string
  readonly type: number
  readonly direction: 'UP' | 'DOWN'
  readonly stake: string
  readonly payoutRate: string
  readonly limitTime: number
  readonly acceptedAt: number
  readonly seenSeq: number
  readonly precision: number
  readonly feedKind: string
  readonly exitKinds: readonly string[]
  readonly entryRule: string
  readonly exitRule: string
  readonly tieRule: string
  readonly ruleVersion: number
  readonly paramsVersion: number
  readonly paramsHash: Hex
  readonly headSize: number
  readonly headRoot: Hex
}

/** How an order stands under its batch's signature: leaf `index` of `size`, its path to `root`, and the root's signature. */
export type ReceiptProof = {
  readonly batch: string
  readonly index: number
  readonly size: number
  readonly path: readonly Hex[]
  readonly root: Hex
  readonly keyId: string
  readonly signature: Hex
  /** See marks.ts. */
  readonly marks: string
}

/** What a customer gets with the response to the order, before its entry tick exists. */
export type Receipt = { readonly v: 1; readonly order: ReceiptOrder; readonly proof: ReceiptProof }

/** A recorded tick as a document shows it: `price` is decimal text with the instrument's precision. */
export type ReceiptTick = {
  readonly seq: number
  readonly ts: number
  readonly price: string
  readonly late: boolean
  readonly feedKind: string
}

/** An early sale: the customer's call, the ticks recorded after it, and every input of the formula (early-sale.ts). */
export type ReceiptSale = {
  readonly acceptedAt: number
  readonly seenSeq: number
  readonly ticks: readonly ReceiptTick[]
  readonly tick: ReceiptTick
  readonly tau: number
  readonly sigma: string
  readonly p: string
  readonly price: string
}

/** What decided an order, with the arithmetic step by step. `entrySeq` is the number of the ledger entry, if money moved. */
export type ReceiptSettlement = {
  readonly status: 'WON' | 'LOST' | 'TIE' | 'SOLD' | 'VOID'
  readonly voidReason: string | null
  readonly entryTicks: readonly ReceiptTick[]
  readonly exitTicks: readonly ReceiptTick[]
  readonly entryTick: ReceiptTick | null
  readonly exitTick: ReceiptTick | null
  readonly expiresAt: number | null
  readonly gain: string
  readonly sale: ReceiptSale | null
  readonly entrySeq: number | null
  readonly decidedAt: number
  readonly arithmetic: readonly string[]
}

/** A record of the log and its path to the root of the head that stands beside it. */
export type SealedRecord = {
  readonly seq: number
  readonly type: string
  readonly time: number
  readonly actor: string
  readonly path: readonly Hex[]
}

/** One minute of recorded ticks, whole, as [seq, ts, price, late, feedKind], and its path to its minute's root. */
export type SealedSegment = {
  readonly code: string
  readonly precision: number
  readonly minute: number
  readonly ticks: readonly (readonly [number, number, string, boolean, string])[]
  readonly index: number
  readonly size: number
  readonly path: readonly Hex[]
  readonly record: SealedRecord
}

/** Proof that the ticks and the receipt stand in the log whose signed head is given. */
export type Seals = {
  readonly ticks: readonly SealedSegment[]
  readonly receipts: SealedRecord
  readonly head: Head & { readonly keyId: string; readonly signature: Hex }
}

/** The whole document of a settled order; the last signature covers everything above it. */
export type SettledReceipt = Receipt & {
  readonly settlement: ReceiptSettlement
  readonly seals: Seals | null
  readonly signature: { readonly keyId: string; readonly marks: string; readonly signature: Hex }
}
