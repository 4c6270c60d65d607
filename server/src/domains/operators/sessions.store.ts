import type { OperatorRole } from '@evenhand/protocol/operator-route.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { OperatorsDb } from './operators.deps.ts'
import { rolesOf, sessionLife } from './operators.rules.ts'

export type FoundSession = {
  readonly id: string
  readonly createdAt: number
  readonly operator: { readonly id: string; readonly name: string; readonly roles: readonly OperatorRole[] }
  /** Where alone the operator may be signed in; empty for anywhere. */
  readonly networks: readonly string[]
}

export type NewSession = {
  id: string
  operatorId: string
  tokenHash: Buffer
  at: number
  ip: string
  userAgent: string
}

/** Keeps a session by the hash of its token. */
export async function insertSession(db: OperatorsDb, params: NewSession): Promise<void> {
  await db
    .insertInto('operators.sessions')
    .values({
      id: params.id,
      operator_id: params.operatorId,
      token_hash: params.tokenHash,
      created_at: dateOf(params.at),
      used_at: dateOf(params.at),
      ip: params.ip,
      user_agent: params.userAgent,
    })
    .execute()
}

/**
 * The running session of a token, with the operator's roles of this moment, and marks it as used by its person `idleMs` ago.
 * One statement: a session that was ended, has been idle for too long or is too old is not found, whatever this process knew
 * a second ago.
 */
export async function useSession(
  db: OperatorsDb,
  { tokenHash, now, idleMs }: { tokenHash: Buffer; now: number; idleMs: number },
): Promise<FoundSession | undefined> {
  const { rows } = await sql<{
    id: string
    created_at: Date
    operator_id: string
    name: string
    networks: string[]
    roles: string[]
  }>`
    update operators.sessions s set used_at = greatest(s.used_at, ${dateOf(now - idleMs)})
    from operators.operators o
    where s.token_hash = ${tokenHash} and o.id = s.operator_id and o.status = 'ACTIVE'
      and s.used_at > ${dateOf(now - sessionLife.idleMs)} and s.created_at > ${dateOf(now - sessionLife.wholeMs)}
    returning s.id, s.created_at, s.operator_id, o.name, o.networks,
      array(select r.role from operators.roles r where r.operator_id = o.id) as roles`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  return {
    id: row.id,
    createdAt: row.created_at.getTime(),
    networks: row.networks,
    operator: { id: row.operator_id, name: row.name, roles: rolesOf(row.roles) },
  }
}

export type ListedSession = {
  id: string
  operator: string
  createdAt: number
  usedAt: number
  ip: string
  userAgent: string
}

/** Running sessions, of one operator or of all, the last used first. */
export async function listSessions(
  db: OperatorsDb,
  { operatorId, now }: { operatorId: string | undefined; now: number },
): Promise<ListedSession[]> {
  const { rows } = await sql<{
    id: string
    name: string
    created_at: Date
    used_at: Date
    ip: string
    user_agent: string
  }>`
    select s.id, o.name, s.created_at, s.used_at, s.ip, s.user_agent
    from operators.sessions s join operators.operators o on o.id = s.operator_id
    where (${operatorId ?? null}::uuid is null or s.operator_id = ${operatorId ?? null}::uuid)
      and s.used_at > ${dateOf(now - sessionLife.idleMs)} and s.created_at > ${dateOf(now - sessionLife.wholeMs)}
    order by s.used_at desc limit 200`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    operator: row.name,
    createdAt: row.created_at.getTime(),
    usedAt: row.used_at.getTime(),
    ip: row.ip,
    userAgent: row.user_agent,
  }))
}

/** Ends one session, of anybody or of one operator; returns whose it was, undefined where there was none. */
export async function endSession(
  db: OperatorsDb,
  params: { id: string; operatorId?: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ operator_id: string }>`
    delete from operators.sessions where id = ${params.id}
      and (${params.operatorId ?? null}::uuid is null or operator_id = ${params.operatorId ?? null}::uuid)
    returning operator_id`.execute(db)
  return rows[0]?.operator_id
}

/** Ends every session of an operator. */
export async function endSessionsOf(db: OperatorsDb, operatorId: string): Promise<void> {
  await db.deleteFrom('operators.sessions').where('operator_id', '=', operatorId).execute()
}

/** Forgets sessions and challenges that are over. */
export async function sweepSessions(db: OperatorsDb, now: number): Promise<void> {
  await db
    .deleteFrom('operators.sessions')
    .where((or) =>
      or.or([
        or('used_at', '<', dateOf(now - sessionLife.idleMs)),
        or('created_at', '<', dateOf(now - sessionLife.wholeMs)),
      ]),
    )
    .execute()
  await db.deleteFrom('operators.used_challenges').where('ends_at', '<', dateOf(now)).execute()
}
