import type { GuardedProduct } from '@evenhand/protocol/safeguards.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'

/** A question as it was drawn; `order[shown]` is the answer's index in the bank, where the right one is 0. */
export type Drawn = { id: string; order: number[] }
export type Attempt = {
  id: string
  product: GuardedProduct
  questions: Drawn[]
  right: number | null
  passed: boolean | null
}
type Params = { customerId: string; product: string }

const columns = sql`id, product, questions, right_answers as right, passed`

/** The newest attempt of a customer, answered or open. */
export async function newestAttempt(db: Db<'safeguards'>, params: Params): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`
    select ${columns} from safeguards.quiz_attempts where customer_id = ${params.customerId} and product = ${params.product}
    order by answered_at desc nulls first limit 1`.execute(db)
  return rows[0]
}

/** Keeps an attempt unless one is open already; returns the open one. */
export async function openAttempt(
  db: Db<'safeguards'>,
  params: Params & { id: string; questions: readonly Drawn[]; now: number },
): Promise<Attempt | undefined> {
  await sql`insert into safeguards.quiz_attempts (id, customer_id, product, questions, drawn_at)
    values (${params.id}, ${params.customerId}, ${params.product}, ${JSON.stringify(params.questions)}::jsonb, ${dateOf(params.now)})
    on conflict (customer_id, product) where answered_at is null do nothing`.execute(db)
  return newestAttempt(db, params)
}

/** An attempt of this customer; undefined for another's. */
export async function findAttempt(
  db: Db<'safeguards'>,
  params: { customerId: string; id: string },
): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`
    select ${columns} from safeguards.quiz_attempts where customer_id = ${params.customerId} and id = ${params.id}`.execute(
    db,
  )
  return rows[0]
}

export type Outcome = { customerId: string; id: string; now: number; answers: object; right: number; passed: boolean }

/** Closes an attempt, once: returns false when it was answered before. */
export async function closeAttempt(db: Db<'safeguards'>, params: Outcome): Promise<boolean> {
  const { rows } = await sql`
    update safeguards.quiz_attempts set answered_at = ${dateOf(params.now)}, answers = ${JSON.stringify(params.answers)}::jsonb,
      right_answers = ${params.right}, passed = ${params.passed}
    where customer_id = ${params.customerId} and id = ${params.id} and answered_at is null returning id`.execute(db)
  return rows.length === 1
}
