import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { productProblem, longestDays, type ProductProblem } from '@evenhand/proofs/plans/product.ts'
import { planTermsHash, type PlanTerms } from '@evenhand/proofs/plans/terms.ts'
import { languages } from '@evenhand/protocol/languages.ts'
import { sql } from '../../kernel/db/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { icuText } from '../../kernel/mail/icu-text.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Ledger } from '../ledger/index.ts'
import texts from './first-products.json' with { type: 'json' }
import type { PlansDb } from './plans.deps.ts'

const usdt = 1_000_000n
/** What a sandbox opens the yield reserve with: the yields of some forty million USDT for 30 days. */
const sandboxReserve = 150_000n * usdt

type Opened = { terms: PlanTerms; min: bigint; max: bigint; capacity: bigint }
const lasting = (days: number, dailyPpm: bigint, penaltyPpm: bigint) => ({
  terms: { days, dailyPpm, penaltyPpm, coolingHours: 24 },
})
/** The plans that a sandbox offers from its first start on; amounts in smallest units of USDT. */
const first: readonly Opened[] = [
  { ...lasting(7, 80n, 500n), min: 100n * usdt, max: 5_000n * usdt, capacity: 5_000_000n * usdt },
  { ...lasting(30, 110n, 2_000n), min: 500n * usdt, max: 20_000n * usdt, capacity: 10_000_000n * usdt },
  { ...lasting(90, 140n, 6_000n), min: 1_000n * usdt, max: 50_000n * usdt, capacity: 10_000_000n * usdt },
]

type Deps = { db: PlansDb; clock: Clock; ledger: Pick<Ledger, 'accountNamed' | 'post'> }

/** Funds the yield reserve out of the house's capital, as the owner of the tables, once: false when it was before. */
export async function openReserve({ db, ledger, clock }: Deps, { units }: { units: bigint }): Promise<boolean> {
  const [reserve = 0n, capital = 0n] = await Promise.all(['reserve:yield', 'house:capital'].map(ledger.accountNamed))
  const at = clock.now()
  return db.transaction().execute(async (tx) => {
    const taken = await sql`insert into plans.reserve_openings (entry_no, at) values (0, ${dateOf(at)})
      on conflict do nothing returning one`.execute(tx)
    if (taken.rows.length === 0) return false
    const lines = [
      { accountId: reserve, asset: 'USDT' as const, units },
      { accountId: capital, asset: 'USDT' as const, units: -units },
    ]
    const entry = await ledger.post(tx, { kind: 'plan.reserve', ref: uuidV7(at), at, lines })
    await sql`update plans.reserve_openings set entry_no = ${entry}`.execute(tx)
    return true
  })
}

/** The texts of a product in all languages: the name contains its days, and where the yield comes from is the same of all. */
export const textsFor = (days: number) => ({ names: withDays(texts.names, days), sources: texts.sources })

/** The number is written alike in every language, as on the rest of a card; the words around it follow it. */
const withDays = (named: Readonly<Record<string, string>>, days: number): Record<string, string> =>
  Object.fromEntries(
    languages.map(({ value, tag }) => [value, icuText(named[value] ?? '', tag, { days, n: String(days) })]),
  )

/** Opens the three plans of a sandbox and the reserve that pays them, once. */
export async function openSandboxPlans(deps: Deps): Promise<void> {
  if (!(await openReserve(deps, { units: sandboxReserve }))) return
  for (const product of first) await insertProduct(deps, { ...product, status: 'OPEN' })
}

type Added = Opened & { status: 'DRAFT' | 'OPEN' }

async function insertProduct(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { terms, min, max, capacity, status }: Added,
): Promise<string> {
  const at = clock.now()
  const id = uuidV7(at)
  await sql`insert into plans.products (id, names, sources, days, daily_ppm, penalty_ppm, cooling_hours, min_amount,
      max_amount, capacity, terms_hash, status, at)
    values (${id}, ${JSON.stringify(withDays(texts.names, terms.days))}, ${JSON.stringify(texts.sources)}, ${terms.days},
      ${terms.dailyPpm}, ${terms.penaltyPpm}, ${terms.coolingHours}, ${min}, ${max}, ${capacity},
      decode(${planTermsHash(id, terms, nodeCrypto)}, 'hex'), ${status}, ${dateOf(at)})`.execute(db)
  return id
}

const sentences: Readonly<Record<ProductProblem, string>> = {
  days: `A plan runs for 1 to ${longestDays} days.`,
  dailyRate: 'A plan pays from 0.0001 % to 0.03 % a day.',
  boardReason: 'A plan pays from 0.0001 % to 0.03 % a day: for more, two risk officers sign a reason of the board.',
  penaltyRate: 'Leaving costs at most 2 %.',
  min: 'The least amount is above zero.',
  max: 'The largest amount is not below the least.',
  capacity: 'The capacity is not below the largest amount.',
  yield: 'The least amount earns nothing in a day: raise it or the rate.',
}

/** Adds a product with the texts of the first ones, as the owner of the tables; `wrong` is a sentence about why it may not be. */
export async function addProduct(
  deps: Pick<Deps, 'db' | 'clock'>,
  product: Added,
): Promise<{ id: string } | { wrong: string }> {
  const problem = productProblem({ ...product, hasBoardReason: false })
  return problem === undefined ? { id: await insertProduct(deps, product) } : { wrong: sentences[problem] }
}

/** Every product, the oldest first. */
export async function productsOf(db: PlansDb) {
  const { rows } = await sql<{ id: string; days: number; dailyPpm: bigint; status: string }>`
    select id, days, daily_ppm::bigint as "dailyPpm", status from plans.products order by at, id`.execute(db)
  return rows
}
