import type { CoolingProduct, LimitName } from '@evenhand/protocol/safeguards.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import type { Pause, Eligibility } from './eligibility.ts'

type Row = {
  id: string
  pause: Pause | null
  quizzes: { product: string; at: number; passed: boolean }[] | null
  acks: { product: CoolingProduct; shownAt: number; confirmedAt: number | null }[] | null
  limits: { name: LimitName; value: string | null; wish: string | null; wishFrom: number | null }[] | null
}

const ms = (column: string) => sql.raw(`floor(extract(epoch from ${column}) * 1000)::bigint`)
/** Attempts at a questionnaire that are read: more than a customer can make in years. */
const quizzesKept = 60

/** The eligibility of customers, by id; each requested is in the result. */
export async function readEligibilities(
  db: Db<'safeguards'>,
  customerIds: readonly string[],
): Promise<Map<string, Eligibility>> {
  const { rows } = await sql<Row>`
    select c.id,
      (select jsonb_build_object('kind', p.kind, 'until', ${ms('p.until_at')}) from safeguards.pauses p
        where p.customer_id = c.id order by p.until_at desc limit 1) as pause,
      (select jsonb_agg(jsonb_build_object('product', q.product, 'at', ${ms('q.answered_at')}, 'passed', q.passed) order by q.answered_at)
        from (select * from safeguards.quiz_attempts a where a.customer_id = c.id and a.answered_at is not null
          order by a.answered_at desc limit ${quizzesKept}) q) as quizzes,
      (select jsonb_agg(jsonb_build_object('product', r.product, 'shownAt', ${ms('r.shown_at')}, 'confirmedAt', ${ms('r.confirmed_at')}))
        from safeguards.risk_acks r where r.customer_id = c.id) as acks,
      (select jsonb_agg(jsonb_build_object('name', l.name, 'value', l.value::text, 'wish', l.wish::text, 'wishFrom', ${ms('l.wish_from')}))
        from safeguards.own_limits l where l.customer_id = c.id) as limits
    from unnest(${[...customerIds]}::uuid[]) as c(id)`.execute(db)
  return new Map(rows.map((row) => [row.id, eligibilityOf(row)]))
}

const unitsOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text))

const eligibilityOf = (row: Row): Eligibility => ({
  pause: row.pause,
  quizzes: row.quizzes ?? [],
  acks: new Map((row.acks ?? []).map(({ product, ...ack }) => [product, ack])),
  limits: (row.limits ?? []).map(({ name, value, wish, wishFrom }) => ({
    name,
    value: unitsOf(value),
    wish: wishFrom === null ? null : { value: unitsOf(wish), from: wishFrom },
  })),
})
