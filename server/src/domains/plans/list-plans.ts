import { langValues, type Lang } from '@evenhand/protocol/languages.ts'
import type { getPlanProduct, listPlanProducts, listSmartOrder, planReserve } from '@evenhand/protocol/plans.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { PlansDeps } from './plans.deps.ts'
import { usdtText } from './plans.rules.ts'
import { findProduct, listPositions, offeredProducts, readTotals } from './plans.store.ts'
import { viewPosition, viewProduct } from './view-plan.ts'

/** The language that is requested, else that of the call. */
const langFor = ({ lang }: { lang?: string | undefined }, call: Call): Lang =>
  langValues.find((one) => one === lang) ?? call.lang

/** What the yield reserve has free, smallest units. */
export const reserveFree = async ({ ledger }: Pick<PlansDeps, 'ledger'>): Promise<bigint> =>
  ledger.houseFree(await ledger.accountNamed('reserve:yield'), 'USDT')

/** Products that are offered, and those the caller still holds. */
export async function listProducts(deps: PlansDeps, request: z.output<typeof listPlanProducts.request>, call: Call) {
  const [products, free] = await Promise.all([offeredProducts(deps.db, call.session.accountId), reserveFree(deps)])
  return products.map((product) => viewProduct(product, { lang: langFor(request, call), reserveFree: free }))
}

/** One product, offered or not any more; refuses 40039 what is none. */
export async function oneProduct(deps: PlansDeps, request: z.output<typeof getPlanProduct.request>, call: Call) {
  const product = await findProduct(deps.db, request.id)
  if (product === undefined) throw refuse('notFound')
  return viewProduct(product, { lang: langFor(request, call), reserveFree: await reserveFree(deps) })
}

/** The reserve beside what it owes, of one moment, as anyone may see it. */
export async function viewReserve({ db, ledger, clock }: PlansDeps): Promise<z.input<typeof planReserve.result>> {
  const account = await ledger.accountNamed('reserve:yield')
  const { totals, balances } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({ totals: await readTotals(tx), balances: await ledger.balances(account, tx) }))
  const { owed, principal, positions, paid, penalties } = totals
  const { free, held } = balances.find(({ asset }) => asset === 'USDT') ?? { free: 0n, held: 0n }
  return {
    owed: usdtText(owed),
    setAside: usdtText(held),
    free: usdtText(free),
    coverage: owed === 0n ? null : formatUnits((held * 10_000n) / owed, 2),
    principal: usdtText(principal),
    positions: Number(positions),
    paid: usdtText(paid),
    penalties: usdtText(penalties),
    at: clock.now(),
  }
}

/** Without a page the newest so many. */
const wholeList = 100

/** The caller's positions, newest first. */
export async function listOwn(
  { db, clock }: PlansDeps,
  request: z.output<typeof listSmartOrder.request>,
  call: Call,
): Promise<z.input<typeof listSmartOrder.result>> {
  const size = request.size ?? (request.page === undefined ? wholeList : 20)
  const page = request.page ?? 1
  const { rows, total } = await listPositions(db, {
    accountId: call.session.accountId,
    status: request.status,
    limit: size,
    offset: (page - 1) * size,
  })
  const viewed = rows.map((row) => viewPosition(row, { lang: langFor(request, call), now: clock.now() }))
  return request.page === undefined ? viewed : { rows: viewed, total, page, size }
}
