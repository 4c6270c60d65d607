import type { Charity, CharityPayout, CharitySale, getCharity, listCharities } from '@evenhand/protocol/charities.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import * as z from 'zod/mini'
import { sql } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { msOf } from '../../kernel/time/clock.ts'
import type { CollectiblesDeps } from './collectibles.deps.ts'
import { usdtText } from './collectibles.rules.ts'
import {
  payoutsWhere,
  readCharities,
  salesOfCharity,
  type CharityRow,
  type PayoutRow,
  type SoldRow,
} from './charities.store.ts'
import { imagePath } from './view-collectible.ts'

type Deps = Pick<CollectiblesDeps, 'db' | 'clock'>
/** Prices shown of one charity, the newest. */
const maxSold = 500

const msOrNull = (at: Date | null): number | null => (at === null ? null : msOf(at))

/** A charity as anybody sees it, in a reader's language. */
export const viewCharity = (row: CharityRow, lang: Lang): Charity => ({
  id: row.id,
  name: row.name,
  registrationNumber: row.registrationNumber,
  country: row.country,
  website: row.website,
  agreementId: row.agreementId,
  share: '100',
  cause: row.causes[lang],
  received: usdtText(row.received),
  royalties: usdtText(row.royalties),
  paid: usdtText(row.paid),
  waiting: usdtText(row.received - row.paid),
  sales: row.sales,
  resales: row.resales,
  overdue: usdtText(row.overdue),
})

/** One price on its way to the charity: all of it, or its royalty, and no fee. */
export const viewSold = (row: SoldRow, { lang, now }: { lang: Lang; now: number }): CharitySale => ({
  nftId: row.itemId,
  title: row.titles[lang],
  imagePath: imagePath(row.imageHash),
  imageHash: row.imageHash,
  origin: row.no === 1 ? 'SALE' : 'RESALE',
  transfer: row.no,
  price: usdtText(row.price),
  fee: usdtText(0n),
  donated: usdtText(row.donated),
  soldAt: msOf(row.at),
  entry: row.entry.toString(),
  payoutId: row.payoutId,
  payoutStatus: row.payoutStatus ?? 'DUE',
  dueAt: msOf(row.dueAt),
  paidAt: msOrNull(row.paidAt),
  isOverdue: row.payoutStatus !== 'PAID' && msOf(row.dueAt) < now,
})

/** A payment as anybody sees it. */
export const viewPayout = (row: PayoutRow): CharityPayout => ({
  id: row.id,
  amount: usdtText(row.amount),
  sales: row.sales,
  status: row.status === 'PAID' ? 'PAID' : 'PREPARED',
  preparedAt: msOf(row.preparedAt),
  paidAt: msOrNull(row.paidAt),
  proof:
    row.reference === null || row.receiptNo === null || row.receiptHash === null
      ? null
      : { reference: row.reference, receiptNo: row.receiptNo, receiptHash: row.receiptHash },
  entry: row.entry === null ? null : row.entry.toString(),
})

const total = (rows: readonly CharityRow[], column: 'received' | 'paid' | 'overdue'): string =>
  usdtText(rows.reduce((sum, row) => sum + row[column], 0n))

/** Every charity, and what all of them received. */
export async function allCharities(
  { db, clock }: Deps,
  { lang }: Pick<Call, 'lang'>,
): Promise<z.input<typeof listCharities.result>> {
  const now = clock.now()
  const rows = await readCharities(db, { now })
  return {
    received: total(rows, 'received'),
    paid: total(rows, 'paid'),
    overdue: total(rows, 'overdue'),
    rows: rows.map((row) => viewCharity(row, lang)),
    at: now,
  }
}

/** A charity with every price and every payment; refuses 40039 what is none. */
export async function oneCharity(
  { db, clock }: Deps,
  { id }: z.output<typeof getCharity.request>,
  { lang }: Pick<Call, 'lang'>,
): Promise<z.input<typeof getCharity.result>> {
  const now = clock.now()
  const [[row], sold, payouts] = await Promise.all([
    readCharities(db, { where: sql`c.id = ${id}`, now }),
    salesOfCharity(db, { charityId: id, limit: maxSold }),
    payoutsWhere(db, sql`p.charity_id = ${id}`),
  ])
  if (row === undefined) throw refuse('notFound')
  return {
    ...viewCharity(row, lang),
    sold: sold.map((one) => viewSold(one, { lang, now })),
    payouts: payouts.map(viewPayout),
    at: now,
  }
}
