import { longestAuctionMs } from '@evenhand/proofs/collectibles/auction.ts'
import {
  consoleCollectibles,
  createCollectible,
  delistCollectible,
  importCollection,
  listCollectible,
  reviseCollectible,
  workImage,
  type CollectibleWork,
  type ConsoleCollectible,
} from '@evenhand/protocol/collectibles-console.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import * as z from 'zod/mini'
import { sql } from '../../kernel/db/db.ts'
import {
  handleOperator,
  type MountedOperator,
  type OperatorCall,
  type OperatorDeps,
} from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { createImages } from './collectible-image.ts'
import type { CollectiblesDb, CollectiblesDeps, Delivery, Item, Texts } from './collectibles.deps.ts'
import { mustBePrice, settleGraceMs, usdtTextOrNull } from './collectibles.rules.ts'
import { findItem, itemsWhere, lockItem } from './collectibles.store.ts'
import { deliveriesOf } from './delivery.store.ts'
import { offerItem } from './offer-collectible.ts'
import { importFirstCollection } from './open-collectibles.ts'
import { endsLag } from './settle-auctions.ts'
import { signRecord } from './sign-record.ts'
import { imagePath, viewDelivery, viewItem } from './view-collectible.ts'

/** What operators' part of collectibles needs; `db` acts as the role `console`, which cannot read a maximum before the end. */
export type CollectiblesConsoleDeps = Pick<CollectiblesDeps, 'clock' | 'signer' | 'changed' | 'enqueueNotices'> & {
  db: CollectiblesDb
  operators: OperatorDeps
}

/** What operators do with collectibles: draft, offer, take back before a bid. No call reads or changes a bid. */
export const collectiblesConsole = (deps: CollectiblesConsoleDeps): MountedOperator[] => [
  handleOperator(consoleCollectibles, (request, call) => overview(deps, request, call)),
  handleOperator(createCollectible, (request, call) => create(deps, request, call)),
  handleOperator(reviseCollectible, (request, call) => revise(deps, request, call)),
  handleOperator(listCollectible, (request, call) => offer(deps, request, call)),
  handleOperator(delistCollectible, (request, call) => delist(deps, request, call)),
  handleOperator(workImage, createImages(deps.db)),
  handleOperator(importCollection, (request, call) => importWorks(deps, request, call)),
]

const maxRows = 500

type Shown = { item: Item; delivery: Delivery | undefined }
const seen = ({ item, delivery }: Shown, reader: { lang: Lang; now: number }): ConsoleCollectible => ({
  ...viewItem(item, reader),
  createdBy: item.createdBy,
  createdAt: item.createdAt,
  delivery: delivery === undefined ? null : viewDelivery(delivery),
})

async function seenOne({ db, clock }: CollectiblesConsoleDeps, id: string, { lang }: OperatorCall) {
  const now = clock.now()
  const item = await findItem(db, id, now)
  if (item === undefined) throw refuse('notFound')
  return seen({ item, delivery: (await deliveriesOf(db, [id])).get(id) }, { lang, now })
}

type WorkRow = {
  id: string
  titles: Texts
  creator: string
  isGenerated: boolean
  imageHash: string
  nftId: string | null
}

async function works(db: CollectiblesDb, lang: Lang): Promise<CollectibleWork[]> {
  const { rows } = await sql<WorkRow>`
    select w.id, w.titles, w.creator, w.is_generated as "isGenerated", encode(w.image_hash, 'hex') as "imageHash", i.id as "nftId"
    from collectibles.works w left join collectibles.items i on i.work_id = w.id order by w.at, w.id limit ${maxRows}`.execute(
    db,
  )
  return rows.map(({ titles, ...row }) => ({ ...row, title: titles[lang], imagePath: imagePath(row.imageHash) }))
}

async function overview(
  { db, clock }: CollectiblesConsoleDeps,
  { status }: z.output<typeof consoleCollectibles.request>,
  { lang }: OperatorCall,
): Promise<z.input<typeof consoleCollectibles.result>> {
  const now = clock.now()
  const where = status === undefined ? sql`true` : sql`i.status = ${status}`
  const [items, all, lag] = await Promise.all([
    itemsWhere(db, { where, order: sql`i.created_at desc, i.id`, limit: maxRows, now }),
    works(db, lang),
    endsLag(db, now),
  ])
  const deliveries = await deliveriesOf(
    db,
    items.map(({ id }) => id),
  )
  const rows = items.map((item) => seen({ item, delivery: deliveries.get(item.id) }, { lang, now }))
  return { at: now, rows, works: all, lagMs: Math.max(0, lag - settleGraceMs) }
}

type Terms = Pick<z.output<typeof createCollectible.request>, 'charityId' | 'saleMode' | 'startPrice' | 'price'>

/** Refuses 10016 prices that are not of whole steps, and 40020 those that do not fit the mode of the sale. */
function mustFit({ saleMode, startPrice, price }: Terms): void {
  for (const amount of [startPrice, price]) if (amount !== undefined) mustBePrice(amount)
  const fields = [
    ...((saleMode === 'FIXED') === (startPrice === undefined) ? [] : ['startPrice']),
    ...((saleMode === 'AUCTION') === (price === undefined) ? [] : ['price']),
    ...(startPrice !== undefined && price !== undefined && price <= startPrice ? ['price'] : []),
  ]
  if (fields.length > 0) throw unfit(...fields)
}

const unfit = (...fields: string[]) =>
  refuse('dataIncomplete', { fields: fields.map((field) => ({ field, reason: 'unfit' })) })

type Draft = Terms & { id: string; workId: string }

async function saveDraft(
  deps: CollectiblesConsoleDeps,
  draft: Draft,
  { call, reason }: { call: OperatorCall; reason: string },
) {
  const { id, workId, charityId, saleMode, startPrice = null, price = null } = draft
  mustFit(draft)
  await deps.db.transaction().execute(async (tx) => {
    const before = await findItem(tx, id)
    const { rows } = await sql<{ outcome: 'done' | 'work' | 'charity' | 'state' }>`
      select collectibles.save_draft(${id}, ${workId}, ${charityId}, ${saleMode}, ${startPrice}, ${price}, ${call.operator.name},
        ${dateOf(deps.clock.now())}) as outcome`.execute(tx)
    const outcome = rows[0]?.outcome
    if (outcome === 'state') throw refuse('collectibleState', { status: before?.status })
    if (outcome === 'charity') throw unfit('charityId')
    if (outcome !== 'done') throw unfit('workId')
    const after = {
      work: workId,
      charity: charityId,
      saleMode,
      startPrice: usdtTextOrNull(startPrice),
      price: usdtTextOrNull(price),
    }
    const act = before === undefined ? 'collectible.create' : 'collectible.revise'
    await deps.operators.recordAuditEntry(tx, call, {
      act,
      subject: `collectible:${id}`,
      reason,
      ...(before === undefined ? {} : { before: { status: before.status, saleMode: before.saleMode } }),
      after,
    })
  })
  return seenOne(deps, id, call)
}

/** Makes a draft of a work that none was made of yet. */
const create = (
  deps: CollectiblesConsoleDeps,
  request: z.output<typeof createCollectible.request>,
  call: OperatorCall,
) => saveDraft(deps, { ...request, id: uuidV7(deps.clock.now()) }, { call, reason: request.reason })

async function revise(
  deps: CollectiblesConsoleDeps,
  request: z.output<typeof reviseCollectible.request>,
  call: OperatorCall,
) {
  const item = await findItem(deps.db, request.id)
  if (item === undefined) throw refuse('notFound')
  return saveDraft(deps, { ...request, workId: item.workId }, { call, reason: request.reason })
}

/** Refuses 40020 times that are not an auction's, in the past, or not from an hour to 30 days apart. */
function spanOf(
  { saleMode }: Item,
  { startAt, endAt }: z.output<typeof listCollectible.request>,
  now: number,
): { startAt: number; endAt: number } | null {
  if (saleMode === 'FIXED') {
    if (startAt !== undefined || endAt !== undefined) throw unfit('startAt')
    return null
  }
  if (startAt === undefined || startAt < now - hourMs) throw unfit('startAt')
  if (endAt === undefined || endAt <= now || endAt - startAt < hourMs || endAt - startAt > longestAuctionMs)
    throw unfit('endAt')
  return { startAt, endAt }
}

async function offer(
  deps: CollectiblesConsoleDeps,
  request: z.output<typeof listCollectible.request>,
  call: OperatorCall,
) {
  const { id, reason } = request
  await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const item = await lockItem(tx, id, now)
    if (item === undefined) throw refuse('notFound')
    if (item.status !== 'DRAFT') throw refuse('collectibleState', { status: item.status })
    const span = spanOf(item, request, now)
    const after = {
      saleMode: item.saleMode,
      startPrice: usdtTextOrNull(item.startPrice),
      price: usdtTextOrNull(item.price),
      ...span,
    }
    await deps.operators.recordAuditEntry(tx, call, {
      act: 'collectible.list',
      subject: `collectible:${id}`,
      reason,
      after,
    })
    if (!(await offerItem(tx, { signer: deps.signer, item, span, at: now })))
      throw refuse('collectibleState', { status: item.status })
  })
  deps.changed(id)
  return seenOne(deps, id, call)
}

async function delist(
  deps: CollectiblesConsoleDeps,
  { id, reason }: { id: string; reason: string },
  call: OperatorCall,
) {
  await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const item = await lockItem(tx, id, now)
    if (item === undefined) throw refuse('notFound')
    const before = { status: item.status }
    await deps.operators.recordAuditEntry(tx, call, {
      act: 'collectible.delist',
      subject: `collectible:${id}`,
      reason,
      before,
      after: { status: 'DELISTED' },
    })
    const isFree = ['DRAFT', 'LISTED_FIXED', 'SCHEDULED', 'LIVE'].includes(item.status) && item.bids === 0
    if (!isFree) throw refuse('collectibleState', before)
    const at = Math.max(now, item.lastAt)
    const record = await signRecord(tx, { signer: deps.signer, itemId: id }, { kind: 'delisted', at })
    const { rows } = await sql<{
      done: boolean
    }>`select collectibles.delist(${id}, ${record.argument}) as done`.execute(tx)
    if (rows[0]?.done !== true) throw refuse('collectibleState', before)
  })
  deps.changed(id)
  return seenOne(deps, id, call)
}

/** Takes the images of the first collection in, each once. */
const importWorks = (deps: CollectiblesConsoleDeps, { reason }: { reason: string }, call: OperatorCall) =>
  deps.db.transaction().execute(async (tx) => {
    const added = await importFirstCollection({ db: tx, clock: deps.clock })
    if (added > 0)
      await deps.operators.recordAuditEntry(tx, call, {
        act: 'collectible.import',
        subject: 'collection:first',
        reason,
        after: { added },
      })
    return { added }
  })
