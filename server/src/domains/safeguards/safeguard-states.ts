import { sql } from '../../kernel/db/db.ts'

const ms = (column: string) => sql`coalesce((extract(epoch from ${sql.ref(column)}) * 1000)::bigint::text, 'none')`

/**
 * The content of each row of a customer's safeguards, as it is signed: `customer_id uuid, subject text, state text`. It stands in the
 * program and in no view, which would be its owner's as much as the rows.
 */
export const states = sql`
  select l.customer_id, 'limit ' || l.name as subject, concat_ws(', ', coalesce(l.value::text, 'none'),
    case when l.wish_none then 'unlimited' else coalesce(l.wish::text, 'none') end, ${ms('l.wish_from')}) as state
  from safeguards.own_limits l
  union all
  select p.customer_id, 'pause ' || p.id, concat_ws(', ', p.kind, ${ms('p.from_at')}, ${ms('p.until_at')})
  from safeguards.pauses p
  union all
  select r.customer_id, 'risk ' || r.product, concat_ws(', ', ${ms('r.shown_at')}, ${ms('r.confirmed_at')})
  from safeguards.risk_acks r
  union all
  select q.customer_id, 'quiz ' || q.id, concat_ws(', ', q.product, ${ms('q.answered_at')}, q.right_answers, q.passed)
  from safeguards.quiz_attempts q where q.answered_at is not null`
