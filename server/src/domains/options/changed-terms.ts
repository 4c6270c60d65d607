import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import type { TermRow } from './terms-book.ts'

const percent = (rate: string): string => `${formatUnits(parseUnits(rate, 6) ?? 0n, 4, 0)}%`
const stakes = ({ min, max }: TermRow): string => `${min}–${max} USDT`

/** What differs between two versions of the terms, as figures that need no language: `60 s: 94% → 90%; 300 s: …`. */
export function changesOf(before: readonly TermRow[], after: readonly TermRow[]): string {
  const changes = after.flatMap((row) => {
    const old = before.find(({ limitTime }) => limitTime === row.limitTime)
    if (old === undefined) return []
    const parts = [
      [percent(old.payoutRate), percent(row.payoutRate)],
      [stakes(old), stakes(row)],
    ].flatMap(([was, is]) => (was === is ? [] : [`${was} → ${is}`]))
    return parts.length === 0 ? [] : [`${row.limitTime} s: ${parts.join(', ')}`]
  })
  return changes.join('; ').slice(0, 1000)
}

/**
 * Accounts that have ever placed an order, after a number and in their order, and whether one of theirs is running. Each
 * is found from the one before it by the first columns of both keys, however many orders it has.
 */
export async function traders(
  db: Db<'options'>,
  { after, limit }: { after: bigint; limit: number },
): Promise<{ accountId: bigint; open: boolean }[]> {
  const { rows } = await sql<{ accountId: bigint; open: boolean }>`
    with recursive traders(id) as (
      select ${after}::bigint
      union all
      select least((select o.account_id from options.orders o where o.account_id > traders.id order by 1 limit 1),
        (select o.account_id from options.open_orders o where o.account_id > traders.id order by 1 limit 1))
      from traders where traders.id is not null)
    select id as "accountId", exists (select from options.open_orders o where o.account_id = id) as open
    from traders where id > ${after} limit ${limit}`.execute(db)
  return rows
}
