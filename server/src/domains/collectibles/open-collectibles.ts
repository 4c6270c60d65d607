import type { Signer } from '@evenhand/proofs/crypto.ts'
import { dayMs, hourMs, minuteMs } from '@evenhand/protocol/durations.ts'
import { sql } from '../../kernel/db/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { dateOf, type Clock } from '../../kernel/time/clock.ts'
import { firstCollection } from './art/first-collection.ts'
import type { CollectiblesDb } from './collectibles.deps.ts'
import { findItem } from './collectibles.store.ts'
import { offerItem } from './offer-collectible.ts'
import causes from './sandbox-causes.json' with { type: 'json' }

type Deps = { db: CollectiblesDb; clock: Clock; signer: Signer }

/** The label of works that a program of this project drew. */
const generatedBy = 'Evenhand Studio'

/** Takes the images of the first collection in as works, each once; returns how many were new. */
export async function importFirstCollection({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  let added = 0
  for (const { slug, titles, draw } of firstCollection) {
    const { rows } = await sql<{ added: boolean }>`
      select collectibles.add_work(${slug}, ${JSON.stringify(titles)}::jsonb, ${generatedBy}, true,
        ${Buffer.from(draw())}, ${dateOf(clock.now())}) as added`.execute(db)
    if (rows[0]?.added === true) added += 1
  }
  return added
}

const usdt = 1_000_000n
type Offer = { mode: 'FIXED' | 'AUCTION' | 'AUCTION_WITH_BUY_NOW'; startPrice: bigint | null; price: bigint | null }

/** How a sandbox offers its works: a third each way, at prices that rise with the hours of the day. */
function offerOf(at: number): Offer {
  const base = BigInt(10 + 5 * (at % 12)) * usdt
  if (at % 3 === 0) return { mode: 'FIXED', startPrice: null, price: base * 4n }
  return at % 3 === 1
    ? { mode: 'AUCTION', startPrice: base, price: null }
    : { mode: 'AUCTION_WITH_BUY_NOW', startPrice: base, price: base * 10n }
}
/** Auctions end one after another, from some hours to twelve days from now. */
const runsMs = (at: number): number => 2 * hourMs + at * 12 * hourMs + (at % 7) * 5 * minuteMs

/** Registers the sandbox's charity and offers the day of the first collection for it, once. */
export async function openSandboxCollectibles(deps: Deps): Promise<void> {
  const { db, clock, signer } = deps
  const { rows } = await sql`select from collectibles.charities limit 1`.execute(db)
  if (rows.length > 0) return
  const now = clock.now()
  const charityId = uuidV7(now)
  await db.transaction().execute(async (tx) => {
    await sql`select collectibles.add_charity(${charityId}, 'Sandbox Children’s Fund', 'SANDBOX-0001', 'GB', null, 'SANDBOX-AGREEMENT-1',
      ${JSON.stringify(causes)}::jsonb, ${dateOf(now)})`.execute(tx)
    await importFirstCollection({ db: tx, clock })
    for (const [at, { slug }] of firstCollection.filter(({ hour }) => hour !== null).entries()) {
      const id = uuidV7(now)
      const { mode, startPrice, price } = offerOf(at)
      await sql`select collectibles.save_draft(${id}, ${slug}, ${charityId}, ${mode}, ${startPrice}, ${price}, 'sandbox', ${dateOf(now)})`.execute(
        tx,
      )
      const item = await findItem(tx, id)
      const span = mode === 'FIXED' ? null : { startAt: now, endAt: now + Math.min(runsMs(at), 30 * dayMs) }
      if (item !== undefined) await offerItem(tx, { signer, item, span, at: now })
    }
    await sql`select from collectibles.start_due(${dateOf(now)})`.execute(tx)
  })
}
