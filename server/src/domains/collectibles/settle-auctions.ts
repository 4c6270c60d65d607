import { endAfterStop } from '@evenhand/proofs/collectibles/auction.ts'
import { eachApart } from '../../kernel/concurrency/apart.ts'
import { sql } from '../../kernel/db/db.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { publishReleased } from './collectibles.events.ts'
import { notifyEnd } from './collectible-notices.ts'
import type { CollectiblesDb, CollectiblesDeps } from './collectibles.deps.ts'
import { auctionOf, settleGraceMs, stoppedMs } from './collectibles.rules.ts'
import { dueItems, itemsWhere, leaderOf, lockItem, oldestDue, startDue } from './collectibles.store.ts'
import { openedCeilings, signRecord } from './sign-record.ts'

const atOnce = 50

/** How long, in milliseconds, the oldest end that has passed waits; 0 where none does. */
export async function endsLag(db: CollectiblesDb, now: number): Promise<number> {
  const oldest = await oldestDue(db)
  return oldest === undefined ? 0 : Math.max(0, now - oldest)
}

/**
 * Opens what starts and settles every auction whose effective end has passed, each in a transaction of its own: the leader's
 * hold pays the charity. Any number of processes may settle at once; what a round leaves the next one finds. One that fails
 * is logged, and stops no other. Returns how many were settled.
 */
export async function runDueAuctions(deps: CollectiblesDeps): Promise<number> {
  const { db, clock } = deps
  for (const id of await startDue(db, clock.now())) deps.changed(id)
  let sum = 0
  const failed = new Set<string>()
  for (;;) {
    const found = await dueItems(db, { now: clock.now() - settleGraceMs, limit: atOnce + failed.size })
    const due = found.filter((id) => !failed.has(id))
    const before = sum + failed.size
    await eachApart(due, {
      async run(id) {
        if (await settleOne(deps, id)) sum += 1
      },
      failed(id, cause) {
        failed.add(id)
        deps.log.error({ collectible: id, cause: String(cause) }, 'an auction could not be settled')
      },
    })
    if (due.length < atOnce || sum + failed.size === before) break
  }
  await sql`insert into collectibles.pulse (at) values (${dateOf(clock.now())})
    on conflict (one) do update set at = greatest(collectibles.pulse.at, excluded.at)`.execute(db)
  return sum
}

/** Settles one auction and publishes it; false where another process was first. */
async function settleOne(deps: CollectiblesDeps, id: string): Promise<boolean> {
  const accounts = await deps.db.transaction().execute((tx) => settle(deps, tx, id))
  if (accounts === undefined) return false
  deps.moved(accounts)
  deps.changed(id)
  return true
}

/** Ends one auction; the accounts whose balances moved, or undefined where another process was first. */
async function settle(deps: CollectiblesDeps, tx: CollectiblesDb, id: string): Promise<bigint[] | undefined> {
  const now = deps.clock.now()
  const item = await lockItem(tx, id, now)
  if (item?.status !== 'LIVE' || item.endAt === null || item.endAt + settleGraceMs > now) return undefined
  const leader = await leaderOf(tx, id)
  const ceilings = await openedCeilings(tx, id)
  const record = await signRecord(
    tx,
    { signer: deps.signer, itemId: id },
    {
      kind: 'ended',
      winner: item.leader,
      price: item.currentBid === null ? null : String(item.currentBid),
      ceilings,
      at: Math.max(now, item.lastAt),
    },
  )
  const { rows } = await sql<{ done: boolean; accounts: bigint[] }>`
    select done, accounts from collectibles.settle(${id}, ${dateOf(now)}, ${record.argument})`.execute(tx)
  if (rows[0]?.done !== true) throw new Error(`auction ${id} was locked and is not what it was`)
  await publishReleased(tx, leader)
  if (leader !== undefined && item.currentBid !== null)
    await notifyEnd(deps, tx, { template: 'nft.won', item, accountId: leader.accountId, amount: item.currentBid })
  return rows[0].accounts
}

/**
 * What the start of the process with the clock does before any bid is taken: an auction whose last ten minutes fell into the
 * time that the installation was stopped ends ten minutes after it takes bids again. Returns how many ends it moved.
 */
export async function resumeAuctions(deps: CollectiblesDeps): Promise<number> {
  const { db, clock } = deps
  const { rows } = await sql<{ at: Date }>`select at from collectibles.pulse`.execute(db)
  const resumedAt = clock.now()
  const stoppedAt = rows[0] === undefined ? resumedAt : msOf(rows[0].at)
  if (resumedAt - stoppedAt < stoppedMs) return 0
  await startDue(db, resumedAt)
  const running = await itemsWhere(db, {
    where: sql`i.status = 'LIVE' and i.end_at > ${dateOf(stoppedAt)}`,
    order: sql`i.id`,
    limit: 10_000,
  })
  let moved = 0
  for (const { id } of running) {
    if (await db.transaction().execute((tx) => resume(deps, tx, { id, stoppedAt, resumedAt }))) moved += 1
  }
  return moved
}

async function resume(
  deps: CollectiblesDeps,
  tx: CollectiblesDb,
  { id, stoppedAt, resumedAt }: { id: string; stoppedAt: number; resumedAt: number },
): Promise<boolean> {
  const item = await lockItem(tx, id, resumedAt)
  const auction = item && auctionOf(item, null)
  if (item?.status !== 'LIVE' || auction === undefined) return false
  const at = Math.max(resumedAt, item.lastAt)
  const endAt = endAfterStop(auction, { stoppedAt, resumedAt: at })
  if (endAt === auction.endAt) return false
  const record = await signRecord(tx, { signer: deps.signer, itemId: id }, { kind: 'resumed', stoppedAt, endAt, at })
  const { rows } = await sql<{ done: boolean }>`
    select collectibles.resume(${id}, ${dateOf(endAt)}, ${record.argument}) as done`.execute(tx)
  return rows[0]?.done === true
}
