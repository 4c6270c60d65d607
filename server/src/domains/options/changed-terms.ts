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

/** Accounts that have ever placed an order, after a number and in their order, and whether one of theirs is running. */
export async function traders(
  db: Db<'options'>,
  { after, limit }: { after: bigint; limit: number },
): Promise<{ accountId: bigint; open: boolean }[]> {
  const { rows } = await sql<{ accountId: bigint; open: boolean }>`
    select account_id as "accountId", bool_or(open_count > 0) as open from options.exposure
    where account_id > ${after} group by account_id order by account_id limit ${limit}`.execute(db)
  return rows
}
