import type { Db } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/db.ts'
import { withinBound } from '../../kernel/db/query-timeout.ts'
import type { Progress } from '../../kernel/jobs/verification.ts'
import type { HeldCause } from './entry-causes.ts'

/** One promise about the books and whether it holds now; `detail` names the first rows that break it. */
export type Finding = { invariant: string; statement: string; ok: boolean; detail: string[] }

type Broken = ReturnType<typeof sql<{ detail: string }>>
type Check = { invariant: string; statement: string; broken: Broken | ((held: readonly HeldCause[]) => Broken) }

const checks: Check[] = [
  {
    invariant: 'I2',
    statement: 'per asset, everything owed equals everything issued',
    broken: sql<{ detail: string }>`
      select format('%s: owed %s, issued %s', a.name, owed, issued) as detail
      from ledger.assets a,
        lateral (select coalesce(sum(free + held), 0) as owed from ledger.balances where asset = a.id) b,
        lateral (select coalesce(sum(issued), 0) as issued from ledger.origins where asset = a.id) o
      where owed <> issued`,
  },
  {
    invariant: 'I3',
    statement: 'no balance is below zero',
    broken: sql<{ detail: string }>`
      select format('account %s, asset %s', account_id, asset) as detail from ledger.balances where free < 0 or held < 0 limit 10`,
  },
  {
    invariant: 'I4',
    statement: 'what is held equals the holds that are open',
    broken: (held) => sql<{ detail: string }>`
      with wanted as (
        select account_id, asset, sum(amount) as amount, sum(orders) as orders, coalesce(sum(amount) filter (where orders > 0), 0) as stake
        from (select account_id, asset, amount, 0 as orders from ledger.holds
          ${sql.join(
            held.map((one) => sql`union all ${one}`),
            sql` `,
          )}) part
        group by 1, 2),
      kept as (
        select account_id, asset, sum(held) as amount, sum(open_orders) as orders, sum(open_stake) as stake
        from ledger.balances group by 1, 2 having sum(held) <> 0 or sum(open_orders) <> 0)
      select format('account %s, asset %s: held %s, %s orders for %s; holds %s, %s orders for %s', account_id, asset,
        coalesce(kept.amount, 0), coalesce(kept.orders, 0), coalesce(kept.stake, 0),
        coalesce(wanted.amount, 0), coalesce(wanted.orders, 0), coalesce(wanted.stake, 0)) as detail
      from kept full join wanted using (account_id, asset)
      where (coalesce(kept.amount, 0), coalesce(kept.orders, 0), coalesce(kept.stake, 0))
        <> (coalesce(wanted.amount, 0), coalesce(wanted.orders, 0), coalesce(wanted.stake, 0)) limit 10`,
  },
  {
    invariant: 'I5',
    statement: 'every balance equals the sum of its entries',
    broken: sql<{ detail: string }>`
      with added as (
        select line.account_id, line.asset, sum(line.amount) as amount
        from ledger.entries e, unnest(e.accounts, e.assets, e.amounts) as line(account_id, asset, amount) group by 1, 2),
      kept as (
        select account_id, asset, sum(free + held) as amount from ledger.balances group by 1, 2 having sum(free + held) <> 0
        union all select account_id, asset, -issued from ledger.origins where issued <> 0)
      select format('account %s, asset %s: kept %s, entries %s', account_id, asset, coalesce(kept.amount, 0), coalesce(added.amount, 0)) as detail
      from kept full join added using (account_id, asset)
      where coalesce(kept.amount, 0) <> coalesce(added.amount, 0) limit 10`,
  },
  {
    invariant: 'I6',
    statement: 'no reference has two entries of a kind that comes once',
    broken: sql<{ detail: string }>`
      select format('%s %s: %s entries', kind, ref, count(*)) as detail from ledger.entries
      where kind in (select kind from ledger.single_kinds) group by kind, ref having count(*) > 1 limit 10`,
  },
  {
    invariant: 'I8',
    statement: 'virtual and real money never share an entry, and every entry sums to zero',
    broken: sql<{ detail: string }>`
      select format('entry %s', seq) as detail from ledger.entries
      where (2 = any (assets) and not 2 = all (assets))
        or exists (select from unnest(assets, amounts) as line(asset, amount) group by asset having sum(amount) <> 0) limit 10`,
  },
]

/** A little more than the server gives each of its statements. */
const auditMs = 610_000

/** `held`: what rows of products hold by themselves. */
export type AuditedBooks = { db: Db<'ledger'>; held?: readonly HeldCause[] | undefined }

/**
 * Re-adds the whole books in one snapshot and returns every invariant of the ledger. Tests and operators call this one
 * function; I1 (nothing acknowledged is lost) needs the caller's own list, and I7 (the log) is the books domain's.
 */
export const auditBooks = (books: AuditedBooks, progress?: Progress): Promise<Finding[]> =>
  withinBound(auditMs, () => audit(books, progress))
/** How many statements that takes. */
export const bookChecks = checks.length

async function audit({ db, held = [] }: AuditedBooks, progress: Progress = { done: 0, total: 0 }): Promise<Finding[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = '10min'`.execute(tx)
      const findings: Finding[] = []
      for (const { invariant, statement, broken } of checks) {
        const rows = await (typeof broken === 'function' ? broken(held) : broken).execute(tx)
        findings.push({ invariant, statement, ok: rows.rows.length === 0, detail: rows.rows.map((row) => row.detail) })
        progress.done += 1
      }
      return findings
    })
}
