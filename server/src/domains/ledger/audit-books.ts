import type { Db } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/db.ts'
import { withinBound } from '../../kernel/db/query-timeout.ts'
import type { Progress } from '../../kernel/jobs/verification.ts'

/** One promise about the books and whether it holds now; `detail` names the first rows that break it. */
export type Finding = { invariant: string; says: string; ok: boolean; detail: string[] }

type Check = { invariant: string; says: string; broken: ReturnType<typeof sql<{ detail: string }>> }

const checks: Check[] = [
  {
    invariant: 'I2',
    says: 'per asset, everything owed equals everything issued',
    broken: sql<{ detail: string }>`
      select format('%s: owed %s, issued %s', a.name, owed, issued) as detail
      from ledger.assets a,
        lateral (select coalesce(sum(free + held), 0) as owed from ledger.balances where asset = a.id) b,
        lateral (select coalesce(sum(issued), 0) as issued from ledger.origins where asset = a.id) o
      where owed <> issued`,
  },
  {
    invariant: 'I3',
    says: 'no balance is below zero',
    broken: sql<{ detail: string }>`
      select format('account %s, asset %s', account_id, asset) as detail from ledger.balances where free < 0 or held < 0 limit 10`,
  },
  {
    invariant: 'I4',
    says: 'what is held equals the holds that are open',
    broken: sql<{ detail: string }>`
      with wanted as (
        select account_id, asset, sum(amount) as amount from (
          select account_id, asset, amount from ledger.holds
          union all select house_id, asset, house_amount from ledger.holds where house_id is not null) part
        group by 1, 2),
      kept as (select account_id, asset, sum(held) as amount from ledger.balances group by 1, 2 having sum(held) <> 0)
      select format('account %s, asset %s: held %s, holds %s', account_id, asset, coalesce(kept.amount, 0), coalesce(wanted.amount, 0)) as detail
      from kept full join wanted using (account_id, asset)
      where coalesce(kept.amount, 0) <> coalesce(wanted.amount, 0) limit 10`,
  },
  {
    invariant: 'I5',
    says: 'every balance equals the sum of its entries',
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
    says: 'no reference has two entries of a kind that comes once',
    broken: sql<{ detail: string }>`
      select format('%s %s: %s entries', kind, ref, count(*)) as detail from ledger.entries
      where kind in (select kind from ledger.single_kinds) group by kind, ref having count(*) > 1 limit 10`,
  },
  {
    invariant: 'I8',
    says: 'virtual and real money never share an entry, and every entry sums to zero',
    broken: sql<{ detail: string }>`
      select format('entry %s', seq) as detail from ledger.entries
      where (2 = any (assets) and not 2 = all (assets))
        or exists (select from unnest(assets, amounts) as line(asset, amount) group by asset having sum(amount) <> 0) limit 10`,
  },
]

/** A little more than the server gives each of its statements. */
const auditMs = 610_000

/**
 * Re-adds the whole books in one snapshot and answers every invariant of the ledger. Tests and operators call this one
 * function; I1 (nothing acknowledged is lost) needs the caller's own list, and I7 (the log) is the books domain's.
 */
export const auditBooks = (db: Db<'ledger'>, progress?: Progress): Promise<Finding[]> =>
  withinBound(auditMs, () => audit(db, progress))
/** How many statements that takes. */
export const bookChecks = checks.length

async function audit(db: Db<'ledger'>, progress: Progress = { done: 0, of: 0 }): Promise<Finding[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = '10min'`.execute(tx)
      const findings: Finding[] = []
      for (const { invariant, says, broken } of checks) {
        const rows = await broken.execute(tx)
        findings.push({ invariant, says, ok: rows.rows.length === 0, detail: rows.rows.map((row) => row.detail) })
        progress.done += 1
      }
      return findings
    })
}
