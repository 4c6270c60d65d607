import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { listingPayload, type ListingEvent } from '@evenhand/proofs/listing.ts'
import type { SealedRecord, Seals } from '@evenhand/proofs/receipt.ts'
import type { BooksDeps } from './books.deps.ts'
import { newestHeads, recordsOf, type SourcedRecord } from './books.store.ts'
import { headInside, sealedRecords } from './seals-of.ts'

const maxEvents = 100

/** A listing event with its record in the log and the path to the head; null until it is sealed, within a minute. */
export type PublishedListing = ListingEvent & { readonly record: SealedRecord | null }
export type PublishedListings = {
  readonly events: readonly PublishedListing[]
  readonly head: Seals['head'] | null
  /** The `after` of the next page; null where there is none yet. */
  readonly next: number | null
}

/** Every listing, suspension and delisting by an operator after a seq, oldest first, each with its proof from the log. */
export async function publicListings(
  deps: BooksDeps,
  request: { after?: number | undefined },
): Promise<PublishedListings> {
  const found = await deps.markets.listingEvents({ after: request.after ?? 0, limit: maxEvents + 1 })
  const events = found.slice(0, maxEvents)
  const [head] = await newestHeads(deps.db, 1)
  const records = await recordsOf(deps.db, { type: 'listings', sources: events.map(({ seq }) => BigInt(seq)) })
  const sealed = head === undefined ? new Map<bigint, SealedRecord>() : await sealedRecords(deps, { records, head })
  return {
    events: events.map((event) => ({ ...event, record: sealed.get(BigInt(event.seq)) ?? null })),
    head: head === undefined ? null : headInside(head),
    next: found.length > maxEvents ? (events.at(-1)?.seq ?? null) : null,
  }
}

/** Compares listing events with their records: names those that are not what was sealed. */
export async function auditListings(
  deps: BooksDeps,
  records: readonly SourcedRecord[],
): Promise<{ at: string; expected: string; found: string }[]> {
  const findings: { at: string; expected: string; found: string }[] = []
  for (const { seq, source, payload } of records) {
    const [event] = await deps.markets.listingEvents({ after: Number(source) - 1, limit: 1 })
    const found = event === undefined || event.seq !== Number(source) ? 'gone' : listingPayload(event, nodeCrypto)
    if (found !== payload) findings.push({ at: `listing ${source} (record ${seq})`, expected: payload, found })
  }
  return findings
}
