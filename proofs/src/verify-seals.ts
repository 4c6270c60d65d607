import { parseUnits } from '@evenhand/protocol/money.ts'
import type { Crypto, Hex } from './crypto.ts'
import type { Finding } from './findings.ts'
import { recordHash, verifyHead, type SignedHead } from './head.ts'
import { rootOfPath } from './merkle.ts'
import type { PublicKeys } from './public-keys.ts'
import type { ReceiptTick, SealedRecord, SealedSegment, Seals, SettledReceipt } from './receipt.ts'
import { minutePayload, segmentHash } from './segment.ts'

/** The head's own signature, by one of the given keys. */
export function verifySealedHead(head: Seals['head'], at: string, keys: PublicKeys): Finding[] {
  const publicKey = keys.byId.get(head.keyId)
  if (publicKey === undefined) return [{ is: 'otherKey', at: `${at}.keyId`, found: head.keyId }]
  const whole: SignedHead = { ...head, after: 0, consistency: [] }
  return verifyHead(whole, publicKey, keys.crypto) ? [] : [{ is: 'unsigned', at: `${at}.signature` }]
}

/** True when a record with this payload stands where it states in the log of the head. */
export function recordLeads(
  record: SealedRecord,
  params: { payload: Hex; head: Seals['head']; crypto: Crypto },
): boolean {
  const leaf = recordHash({ ...record, payload: params.payload }, params.crypto)
  return (
    rootOfPath({ leaf, index: record.seq, size: params.head.size, path: record.path }, params.crypto) ===
    params.head.root
  )
}

/** That a segment's ticks are those of a record of type `ticks` under the head. */
export function verifySegment(
  segment: SealedSegment,
  params: { at: string; head: Seals['head']; crypto: Crypto },
): Finding[] {
  const { code, precision, minute, index, size, path, record } = segment
  const ticks = segment.ticks.map(([seq, ts, price, late, feedKind]) => ({
    seq,
    ts,
    price: parseUnits(price, precision) ?? -1n,
    late,
    feedKind,
  }))
  const gap = ticks.findIndex((tick, nth) => nth > 0 && tick.seq !== (ticks[nth - 1]?.seq ?? 0) + 1)
  if (gap > 0) return [{ is: 'gap', at: `${params.at}.ticks[${gap}]` }]
  const leaf = segmentHash({ code, precision, minute, ticks }, params.crypto)
  const root = rootOfPath({ leaf, index, size, path }, params.crypto)
  const payload = root === undefined ? undefined : minutePayload({ minute, size, root }, params.crypto)
  const leads = record.type === 'ticks' && payload !== undefined && recordLeads(record, { payload, ...params })
  return leads ? [] : [{ is: 'seal', at: `${params.at} (${code}, ${minute})` }]
}

const sameTick = (a: ReceiptTick, b: SealedSegment['ticks'][number]): boolean =>
  a.ts === b[1] && a.price === b[2] && a.late === b[3] && a.feedKind === b[4]

/** The ticks of a document against the sealed ones: each must be there as it stands, and none between them left out. */
function compareTicks(ticks: readonly ReceiptTick[], at: string, sealed: SealedTicks): Finding[] {
  return ticks.flatMap((tick, index): Finding[] => {
    const known = sealed.get(tick.seq)
    const path = `${at}[${index}]`
    if (known === undefined) return [{ is: 'unsealed', at: path }]
    return sameTick(tick, known)
      ? []
      : [{ is: 'changed', at: path, expected: known.join(' '), found: Object.values(tick).join(' ') }]
  })
}

/** Sealed ticks that the rules read and that the document does not show. */
function leftOut(document: SettledReceipt, sealed: SealedTicks): Finding[] {
  const { order, settlement } = document
  const { entryTick, exitTicks, entryTicks, expiresAt, sale } = settlement
  const shown = new Set([...entryTicks, ...exitTicks, ...(sale?.ticks ?? [])].map((tick) => tick.seq))
  const lastEntry = entryTick?.seq ?? Infinity
  const hidden = [...sealed.values()].filter(([seq, ts, , late]) => {
    if (late || shown.has(seq)) return false
    if (seq > order.seenSeq && seq < lastEntry && ts <= order.acceptedAt + 5000) return true
    if (sale !== null) return seq > sale.seenSeq && seq < sale.tick.seq
    return expiresAt !== null && ts >= expiresAt - 5000 && ts <= expiresAt
  })
  return hidden.map(([seq]) => ({ is: 'leftOut', at: `#${seq}` }))
}

/** Ticks of sealed minutes, by seq. */
export type SealedTicks = ReadonlyMap<number, SealedSegment['ticks'][number]>

/** That the receipt's batch and every tick of the document stand in the log under a signed head. */
export function verifySeals(
  document: SettledReceipt,
  seals: Seals,
  keys: PublicKeys,
): { findings: Finding[]; ticks: SealedTicks } {
  const { head } = seals
  const params = { head, crypto: keys.crypto }
  const found = verifySealedHead(head, 'seals.head', keys)
  if (head.origin !== document.order.origin) found.push({ is: 'seal', at: 'seals.head.origin' })
  const { receipts } = seals
  const leads = receipts.type === 'receipts' && recordLeads(receipts, { payload: document.proof.root, ...params })
  if (!leads) found.push({ is: 'seal', at: 'seals.receipts' })
  const ticks = new Map<number, SealedSegment['ticks'][number]>()
  seals.ticks.forEach((segment, index) => {
    const at = `seals.ticks[${index}]`
    const { code, precision } = document.order
    found.push(...verifySegment(segment, { at, ...params }))
    if (segment.code !== code || segment.precision !== precision) found.push({ is: 'seal', at: `${at}.code` })
    for (const tick of segment.ticks) ticks.set(tick[0], tick)
  })
  const { entryTicks, exitTicks, sale } = document.settlement
  found.push(...compareTicks(entryTicks, 'settlement.entryTicks', ticks))
  found.push(...compareTicks(exitTicks, 'settlement.exitTicks', ticks))
  if (sale !== null) found.push(...compareTicks(sale.ticks, 'settlement.sale.ticks', ticks))
  return { findings: [...found, ...leftOut(document, ticks)], ticks }
}
