import { randomBytes, randomUUID } from 'node:crypto'
import {
  bidStepUnits,
  decideBid,
  minNextAfter,
  minNextBid,
  type AuctionState,
  type BidStep,
} from '@evenhand/proofs/collectibles/auction.ts'
import { bidderHash, ceilingHash } from '@evenhand/proofs/collectibles/records.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { bidNft } from '@evenhand/protocol/collectibles.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse, type Refusal } from '../../kernel/http/refusal.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import { FundsShort, isKnown, keepKey, KeyTaken, mustBeNew, shortOf } from './call-keys.ts'
import { publishReleased } from './collectibles.events.ts'
import { notifyOutbid } from './collectible-notices.ts'
import type { Bidder, CollectiblesDb, CollectiblesDeps, Item } from './collectibles.deps.ts'
import { assetOfFunds, auctionOf, keyRoutes, mustBePrice, usdtText } from './collectibles.rules.ts'
import { bidderOf, findItem, leaderOf, lockItem } from './collectibles.store.ts'
import { signRecord } from './sign-record.ts'
import { viewItem, viewOwnBid } from './view-collectible.ts'

type Request = z.output<typeof bidNft.request>
type Bid = { request: Request; call: Call; ceiling: bigint; arrivedAt: number }
/** What a transaction came to: whose balances moved, and whether anything was written. */
type Taken = { accounts: readonly bigint[] }

/** One after another of one collectible in a process: they would only wait for each other's connections. */
export type OneAtATime = <T>(collectibleId: string, task: () => Promise<T>) => Promise<T>

/**
 * Bids. The whole maximum is held while the bid leads, and the former leader gets his hold back in the same transaction. A
 * bid counts by when it arrived; of two at once the database's order decides. Refuses in this order: no such collectible
 * 40039 · restriction, country, pause · an amount that is not of whole steps 10016 · not an auction that runs 10020 · ended
 * 40026 · below the next bid, or a maximum below one's own 40025 · what `shortOf` refuses. The same key returns the bid again.
 */
export async function placeBid(deps: CollectiblesDeps & { oneAtATime: OneAtATime }, request: Request, call: Call) {
  const arrivedAt = deps.clock.now()
  if (await isKnown(deps, { route: keyRoutes.bid, call })) return ownPart(deps, request.nftId, call)
  if ((await findItem(deps.db, request.nftId)) === undefined) throw refuse('notFound')
  await deps.mayBid({ session: call.session, ip: call.ip })
  const ceiling = request.maximum ?? request.amount
  for (const amount of [request.amount, ceiling]) mustBePrice(amount)
  const bid = { request, call, ceiling, arrivedAt }
  const taken = await deps
    .oneAtATime(request.nftId, async () => {
      await mustReach(deps, bid)
      return deps.db.transaction().execute((tx) => write(deps, tx, bid))
    })
    .catch(async (cause: unknown): Promise<Taken> => {
      if (cause instanceof KeyTaken) return { accounts: [] }
      throw cause instanceof FundsShort ? await shortOf(deps, { call, funds: request.funds, needed: ceiling }) : cause
    })
  deps.moved(taken.accounts)
  deps.changed(request.nftId)
  return ownPart(deps, request.nftId, call)
}

/**
 * Refuses a first bid below what stands already, before it waits for the lock of the work: bids only rise, so that the lock
 * would return the same, and of hundreds in the last second most are too low by the time they are processed.
 */
async function mustReach({ db }: CollectiblesDeps, { request, call, arrivedAt }: Bid): Promise<void> {
  const item = await findItem(db, request.nftId)
  const state = item && auctionOf(item, null)
  if (item?.status !== 'LIVE' || state === undefined || arrivedAt < state.startAt || arrivedAt >= state.endAt) return
  const minNext = minNextBid(state)
  if (request.amount >= minNext) return
  const own = await bidderOf(db, { itemId: item.id, accountId: call.session.accountId })
  if (own === undefined) throw refuse('bidTooLow', { minNext: usdtText(minNext) })
}

async function ownPart(deps: CollectiblesDeps, itemId: string, call: Call) {
  const [bidder, item] = await Promise.all([
    bidderOf(deps.db, { itemId, accountId: call.session.accountId }),
    findItem(deps.db, itemId),
  ])
  if (bidder === undefined || item === undefined) throw refuse('notFound')
  const reader = { lang: call.lang, now: deps.clock.now() }
  return { bid: viewOwnBid(bidder, item, reader), collectible: viewItem(item, reader) }
}

type Auction = {
  item: Item
  state: AuctionState
  leader: Bidder | undefined
  own: Bidder | undefined
  no: number
  at: number
}

async function readAuction(
  deps: CollectiblesDeps,
  tx: CollectiblesDb,
  { request, call, arrivedAt }: Bid,
): Promise<Auction> {
  const item = await lockItem(tx, request.nftId, deps.clock.now())
  await mustBeNew(deps, { route: keyRoutes.bid, call }, tx)
  const leader = await leaderOf(tx, request.nftId)
  const state = item && auctionOf(item, leader?.ceiling ?? null)
  if (item === undefined || item.status === 'DRAFT') throw refuse('notFound')
  if (state !== undefined && (item.status === 'SOLD' || item.status === 'UNSOLD' || item.status === 'DELIVERED'))
    throw refuse('auctionEnded', { endAt: state.endAt })
  if (state === undefined || item.status !== 'LIVE') throw refuse('collectibleState', { status: item.status })
  const own = await bidderOf(tx, { itemId: item.id, accountId: call.session.accountId })
  return { item, state, leader, own, no: own?.no ?? item.bidders + 1, at: Math.max(arrivedAt, item.lastAt) }
}

async function write(deps: CollectiblesDeps, tx: CollectiblesDb, bid: Bid): Promise<Taken> {
  const { request, call, ceiling } = bid
  const auction = await readAuction(deps, tx, bid)
  const { item, state, leader, own, no, at } = auction
  const decided = decideBid(state, { bidder: no, amount: request.amount, ceiling, at })
  if (!decided.taken) throw refusalOf(decided.why, auction, bid)
  const after = decided.state
  const [nonce, ceilingNonce] = [own?.nonce ?? randomBytes(32), randomBytes(32)]
  const { customerId, accountId } = call.session
  const record = await signRecord(
    tx,
    { signer: deps.signer, itemId: item.id },
    {
      kind: 'bid',
      bidder: no,
      who: bidderHash({ collectibleId: item.id, customerId, nonce: nonce.toString('hex') }, nodeCrypto),
      amount: String(request.amount),
      ceiling: ceilingHash(
        { collectibleId: item.id, bidder: no, ceiling: String(ceiling), nonce: ceilingNonce.toString('hex') },
        nodeCrypto,
      ),
      steps: decided.steps.map((step) => [step.bidder, String(step.amount), step.automatic] as const),
      leader: after.leader ?? no,
      current: String(after.current),
      endAt: after.endAt,
      at,
    },
  )
  const { rows } = await sql<{ outcome: 'done' | 'balance' | 'state'; outbid: bigint | null }>`
    select outcome, outbid from collectibles.place_bid(row(${item.id}, ${no}, ${accountId}, ${customerId}, ${nonce},
      ${assetOfFunds[request.funds ?? 'REAL']}, ${request.amount}, ${ceiling}, ${ceilingNonce}, ${randomUUID()}, ${after.leader},
      ${after.current}, ${dateOf(after.endAt)}, ${after.extendedCount}, ${dateOf(at)}, ${decided.steps.map(({ bidder }) => bidder)}::int[],
      ${decided.steps.map(({ amount }) => amount)}::bigint[],
      ${decided.steps.map(({ automatic }) => automatic)}::boolean[])::collectibles.decided_bid, ${record.argument})`.execute(
    tx,
  )
  const { outcome, outbid } = rows[0] ?? { outcome: 'state', outbid: null }
  if (outcome === 'balance') throw new FundsShort()
  if (outcome !== 'done') throw refuse('collectibleState', { status: item.status })
  if (after.leader === no) await publishReleased(tx, leader)
  await keepKey(deps, { route: keyRoutes.bid, call, ref: item.id }, tx)
  await notify(deps, tx, { item, steps: decided.steps, outbid, call, record: record.no, amount: after.current ?? 0n })
  return {
    accounts: [accountId, ...(outbid === null ? [] : [outbid]), ...(leader === undefined ? [] : [leader.accountId])],
  }
}

type Notified = {
  item: Item
  steps: readonly BidStep[]
  outbid: bigint | null
  call: Call
  record: number
  amount: bigint
}

/** Notifies the former leader; a bidder outbid at once by an earlier maximum reads so in the response. */
async function notify(deps: CollectiblesDeps, tx: CollectiblesDb, { item, outbid, record, amount }: Notified) {
  if (outbid !== null) await notifyOutbid(deps, tx, { item, accountId: outbid, amount, record })
}

function refusalOf(
  why: 'ended' | 'notStarted' | 'tooLow',
  { item, state, leader, own }: Auction,
  { request }: Bid,
): Refusal {
  if (why === 'ended') return refuse('auctionEnded', { endAt: state.endAt })
  if (why === 'notStarted') return refuse('collectibleState', { status: item.status })
  // A leader who bids below the own maximum gets that maximum in the refusal: it is the customer's own.
  const isOwn = leader !== undefined && leader.no === own?.no
  const minNext =
    isOwn && request.amount === state.current
      ? leader.ceiling + bidStepUnits
      : isOwn
        ? minNextAfter(state.current ?? 0n)
        : minNextBid(state)
  return refuse('bidTooLow', { minNext: usdtText(minNext) })
}
