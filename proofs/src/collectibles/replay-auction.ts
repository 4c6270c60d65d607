import type { Crypto, Hex } from '../crypto.ts'
import { decideBid, endAfterStop, isBuyNowOpen, minNextBid, type AuctionState } from './auction.ts'
import { applyResale, type Ownership } from './resale.ts'
import { ceilingHash, type CollectibleRecord, type KeptRecord, type OpenedCeiling } from './records.ts'

export type AuctionFinding = { readonly no: number; readonly expected: string; readonly found: string }
/** What the records of a collectible come to. */
export type Replayed = {
  readonly status: 'LISTED_FIXED' | 'AUCTION' | 'SOLD' | 'UNSOLD' | 'DELISTED' | 'DRAFT'
  /** The number of who bought it first, and for how much. */
  readonly owner: number | null
  /** What binds that number to a customer. */
  readonly who: Hex | null
  readonly price: bigint | null
  readonly state: AuctionState | null
  /** Every owner, and what it is offered for now. */
  readonly ownership: Ownership
  readonly findings: readonly AuctionFinding[]
}

type RecordOf<K extends CollectibleRecord['kind']> = Extract<CollectibleRecord, { kind: K }>
type Replay = {
  collectibleId: string
  crypto: Pick<Crypto, 'sha256'>
  status: Replayed['status']
  state: AuctionState | null
  fixedPrice: bigint | null
  owner: number | null
  who: Hex | null
  price: bigint | null
  ownership: Ownership
  lastAt: number
  whos: Map<number, Hex>
  /** Maxima of this sale by the number of their bid's record; null before the end, which opens them. */
  ceilings: ReadonlyMap<number, OpenedCeiling> | null
  findings: AuctionFinding[]
}

/**
 * Decides a collectible again from its signed records alone, oldest first: every bid by the rules with its maximum, which the
 * last record opens, each end, and who bought it at what price. Before the end maxima are hidden: then a bid is held
 * against what everybody could see.
 */
export function replayAuction(
  records: readonly KeptRecord[],
  { collectibleId, crypto }: { collectibleId: string; crypto: Pick<Crypto, 'sha256'> },
): Replayed {
  const replay: Replay = {
    collectibleId,
    crypto,
    status: 'DRAFT',
    state: null,
    fixedPrice: null,
    owner: null,
    who: null,
    price: null,
    ownership: { owners: [], offer: null },
    lastAt: 0,
    whos: new Map(),
    ceilings: null,
    findings: [],
  }
  const parsed = records.map(({ body, no }) => ({ no, record: JSON.parse(body) as CollectibleRecord }))
  replay.ceilings = openedCeilings(parsed.map(({ record }) => record))
  for (const [index, { no, record }] of parsed.entries()) {
    if (no !== index + 1) differs(replay, no, `record ${index + 1}`, `record ${no}`)
    if (record.at < replay.lastAt) differs(replay, no, `at ${replay.lastAt} or later`, `at ${record.at}`)
    replay.lastAt = record.at
    apply(replay, no, record)
  }
  const { status, owner, who, price, state, ownership, findings } = replay
  return { status, owner, who, price, state, ownership, findings }
}

/** Those of the newest sale; one that ended without a bid opened none and may be followed by another. */
function openedCeilings(records: readonly CollectibleRecord[]): ReadonlyMap<number, OpenedCeiling> | null {
  const sale = records.slice(records.findLastIndex(({ kind }) => kind === 'listed'))
  const last = sale.findLast((record) => record.kind === 'ended' || record.kind === 'bought')
  return last === undefined ? null : new Map(last.ceilings.map((opened) => [opened[0], opened]))
}

// oxlint-disable-next-line max-params -- where, what must be, what is
function differs({ findings }: Replay, no: number, expected: string, found: string): void {
  findings.push({ no, expected, found })
}

function apply(replay: Replay, no: number, record: CollectibleRecord): void {
  switch (record.kind) {
    case 'listed':
      return list(replay, record)
    case 'bid':
      return bid(replay, no, record)
    case 'resumed':
      return resume(replay, no, record)
    case 'bought':
      return buy(replay, no, record)
    case 'ended':
      return end(replay, no, record)
    case 'delisted':
      if (replay.state !== null && replay.state.current !== null)
        differs(replay, no, 'no bid', 'taken back after a bid')
      replay.status = 'DELISTED'
      return
    case 'offered':
    case 'withdrawn':
    case 'resold':
      replay.ownership = applyResale(replay.ownership, { no, record }, (expected, found) =>
        differs(replay, no, expected, found),
      )
  }
}

/** Writes the buyer of its sale, where there is one. */
function sell(replay: Replay, sold: { owner: number | null; who: Hex | null; price: bigint | null }): void {
  Object.assign(replay, sold)
  const { who, price } = sold
  const at = replay.lastAt
  replay.ownership = {
    owners: who === null || price === null ? [] : [{ no: 1, who, price, royalty: null, at }],
    offer: null,
  }
}

function list(replay: Replay, record: RecordOf<'listed'>): void {
  const price = record.price === null ? null : BigInt(record.price)
  replay.whos.clear()
  if (record.mode === 'FIXED' || record.startPrice === null || record.startAt === null || record.endAt === null) {
    replay.status = 'LISTED_FIXED'
    replay.fixedPrice = price
    replay.state = null
    return
  }
  replay.status = 'AUCTION'
  replay.state = {
    startPrice: BigInt(record.startPrice),
    buyNow: price,
    startAt: record.startAt,
    endAt: record.endAt,
    extendedCount: 0,
    current: null,
    leader: null,
    ceiling: null,
  }
}

function bid(replay: Replay, no: number, record: RecordOf<'bid'>): void {
  const { state, whos } = replay
  if (state === null || replay.status !== 'AUCTION') return differs(replay, no, 'an auction', 'a bid')
  const known = whos.get(record.bidder)
  if (known !== undefined && known !== record.who) differs(replay, no, known, record.who)
  if (known === undefined && record.bidder !== whos.size + 1)
    differs(replay, no, `bidder ${whos.size + 1}`, `bidder ${record.bidder}`)
  whos.set(record.bidder, record.who)
  const decided = replay.ceilings === null ? seenAlone(state, record) : byMaximum(replay, no, record)
  if (decided === undefined) return
  const found = outcomeOf(record)
  const expected = outcomeOf(decided)
  if (expected !== found) differs(replay, no, expected, found)
  const isExtended = record.endAt > state.endAt
  replay.state = {
    ...state,
    leader: record.leader,
    current: BigInt(record.current),
    endAt: record.endAt,
    ceiling: decided.ceiling,
    extendedCount: state.extendedCount + (isExtended ? 1 : 0),
  }
}

type Outcome = Pick<RecordOf<'bid'>, 'steps' | 'leader' | 'current' | 'endAt'>
const outcomeOf = ({ steps, leader, current, endAt }: Outcome): string =>
  JSON.stringify([steps, leader, current, endAt])

type Again = Outcome & { ceiling: bigint | null }

/** A bid decided with its maximum; a maximum that was not opened, or is another than was bid, is a finding. */
function byMaximum(replay: Replay, no: number, record: RecordOf<'bid'>): Again | undefined {
  const { state, ceilings, collectibleId, crypto } = replay
  const opened = ceilings?.get(no)
  if (state === null || opened === undefined) return void differs(replay, no, 'its maximum', 'none opened')
  const [, ceiling, nonce] = opened
  const hash = ceilingHash({ collectibleId, bidder: record.bidder, ceiling, nonce }, crypto)
  if (hash !== record.ceiling) differs(replay, no, record.ceiling, hash)
  const decided = decideBid(state, {
    bidder: record.bidder,
    amount: BigInt(record.amount),
    ceiling: BigInt(ceiling),
    at: record.at,
  })
  if (!decided.taken) return void differs(replay, no, `refused: ${decided.why}`, 'taken')
  return {
    steps: decided.steps.map((step) => [step.bidder, String(step.amount), step.automatic] as const),
    leader: decided.state.leader ?? 0,
    current: String(decided.state.current),
    endAt: decided.state.endAt,
    ceiling: decided.state.ceiling,
  }
}

/** What must hold of a bid whose maximum is hidden: its amount, its time, and where the end moves. */
function seenAlone(state: AuctionState, record: RecordOf<'bid'>): Again {
  const isRaise = state.leader === record.bidder && record.steps.length === 0
  const decided = decideBid(
    { ...state, leader: null, ceiling: null },
    { bidder: record.bidder, amount: BigInt(record.amount), ceiling: BigInt(record.amount), at: record.at },
  )
  const { steps, leader, current } = record
  if (isRaise)
    return { steps, leader: record.bidder, current: String(state.current), endAt: state.endAt, ceiling: null }
  const min = minNextBid(state)
  const shown = BigInt(current) < min ? String(min) : current
  return { steps, leader, current: shown, endAt: decided.taken ? decided.state.endAt : state.endAt, ceiling: null }
}

function resume(replay: Replay, no: number, { at, stoppedAt, endAt }: RecordOf<'resumed'>): void {
  const { state } = replay
  if (state === null || replay.status !== 'AUCTION') return differs(replay, no, 'an auction', 'another end')
  const expected = endAfterStop(state, { stoppedAt, resumedAt: at })
  if (expected !== endAt) differs(replay, no, `end ${expected}`, `end ${endAt}`)
  replay.state = { ...state, endAt, extendedCount: state.extendedCount + 1 }
}

function buy(replay: Replay, no: number, record: RecordOf<'bought'>): void {
  const { state, fixedPrice, status } = replay
  const open = state === null ? status === 'LISTED_FIXED' : isBuyNowOpen(state) && record.at < state.endAt
  if (!open) differs(replay, no, 'not for sale', 'bought')
  const price = state === null ? fixedPrice : state.buyNow
  if (String(price) !== record.price) differs(replay, no, `price ${price}`, `price ${record.price}`)
  const known = replay.whos.get(record.buyer)
  if (known !== undefined && known !== record.who) differs(replay, no, known, record.who)
  replay.status = 'SOLD'
  sell(replay, { owner: record.buyer, who: record.who, price: BigInt(record.price) })
}

function end(replay: Replay, no: number, record: RecordOf<'ended'>): void {
  const { state } = replay
  if (state === null || replay.status !== 'AUCTION') return differs(replay, no, 'an auction', 'an end')
  if (record.at < state.endAt) differs(replay, no, `end ${state.endAt}`, `ended ${record.at}`)
  const price = state.current === null ? null : String(state.current)
  if (state.leader !== record.winner) differs(replay, no, `winner ${state.leader}`, `winner ${record.winner}`)
  if (price !== record.price) differs(replay, no, `price ${price}`, `price ${record.price}`)
  replay.status = record.winner === null ? 'UNSOLD' : 'SOLD'
  sell(replay, {
    owner: record.winner,
    who: record.winner === null ? null : (replay.whos.get(record.winner) ?? null),
    price: record.price === null ? null : BigInt(record.price),
  })
}
