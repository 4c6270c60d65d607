import type { AccountMode } from '@evenhand/protocol/money.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { assetIds } from '../ledger/index.ts'
import type { Question } from './safeguards.deps.ts'

/**
 * What a customer's orders of an account come to over all products, one result for each query, in its order: orders that run,
 * stakes and margins accepted since a time, or what was lost since a time with what is at stake (negative: a gain).
 * Smallest units of USDT.
 */
export async function spent(
  db: Db<'safeguards'>,
  params: { accountId: bigint; mode: AccountMode; questions: readonly Question[] },
): Promise<bigint[]> {
  const asset = assetIds[params.mode === 'real' ? 'USDT' : 'USDT.virtual']
  const { rows } = await sql<{ units: bigint }>`
    select safeguards.spent(${params.accountId}, ${asset}::smallint, q.what, q.since) as units
    from unnest(${params.questions.map(({ what }) => what)}::text[],
      ${params.questions.map(({ since }) => dateOf(since))}::timestamptz[]) with ordinality as q(what, since, ord)
    order by q.ord`.execute(db)
  return rows.map(({ units }) => units)
}
