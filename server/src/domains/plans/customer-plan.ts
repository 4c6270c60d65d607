import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { PlansDeps, Position } from './plans.deps.ts'
import type { keyRoutes } from './plans.rules.ts'
import { findPosition } from './plans.store.ts'

/** A position of the caller; refuses 40039 what is none of theirs. */
export async function ownPosition({ db }: Pick<PlansDeps, 'db'>, id: string, call: Call): Promise<Position> {
  const position = await findPosition(db, { accountId: call.session.accountId, id })
  if (position === undefined) throw refuse('notFound')
  return position
}

/** What a call of this route came to under its key before; undefined for a first one, and refuses 40028 the key of another request. */
export async function positionByKey(
  deps: Pick<PlansDeps, 'db' | 'ledger'>,
  route: (typeof keyRoutes)[keyof typeof keyRoutes],
  call: Call,
): Promise<Position | undefined> {
  const { key, session } = call
  if (key === undefined) return undefined
  const known = (await deps.ledger.findKey({ accountId: session.accountId, key })).find((one) => one.route === route)
  if (known === undefined) return undefined
  if (!known.request.equals(call.requestHash())) throw refuse('keyReused')
  return ownPosition(deps, known.ref, call)
}
