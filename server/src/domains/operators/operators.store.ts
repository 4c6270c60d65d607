import type { OperatorRole } from '@evenhand/protocol/operator-route.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { OperatorsDb } from './operators.deps.ts'
import { rolesOf } from './operators.rules.ts'

export type Passkey = {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  /** The console's page it was made for; null is the software authenticator of a sandbox. */
  readonly origin: string | null
  readonly name: string
}
export type Operator = {
  readonly id: string
  readonly name: string
  readonly status: 'INVITED' | 'ACTIVE' | 'ENDED'
  readonly sandbox: boolean
  readonly passwordHash: string | null
  readonly totpSealed: Buffer | null
  readonly totpEnabled: boolean
  /** Where the link of the set-up is mailed; null of who came by the command. */
  readonly email: string | null
  readonly setupEndsAt: number | null
  readonly roles: readonly OperatorRole[]
  readonly lastSignInAt: number | null
  readonly absentUntil: number | null
  /** Where alone this operator may be signed in; empty for anywhere. */
  readonly networks: readonly string[]
  readonly passkeys: readonly Passkey[]
}

type Row = {
  id: string
  name: string
  status: Operator['status']
  sandbox: boolean
  password_hash: string | null
  totp_sealed: Buffer | null
  totp_enabled_at: Date | null
  setup_ends_at: Date | null
  email: string | null
  roles: string[]
  last_sign_in_at: Date | null
  absent_until: Date | null
  networks: string[]
}
const columns = sql`o.id, o.name, o.status, o.sandbox, o.password_hash, o.totp_sealed, o.totp_enabled_at, o.setup_ends_at, o.email,
  o.last_sign_in_at, o.absent_until, o.networks,
  array(select r.role from operators.roles r where r.operator_id = o.id) as roles`

async function withPasskeys(db: OperatorsDb, rows: readonly Row[]): Promise<Operator[]> {
  const keys = await db
    .selectFrom('operators.passkeys')
    .selectAll()
    .where(
      'operator_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    status: row.status,
    sandbox: row.sandbox,
    passwordHash: row.password_hash,
    totpSealed: row.totp_sealed,
    totpEnabled: row.totp_enabled_at !== null,
    email: row.email,
    setupEndsAt: row.setup_ends_at === null ? null : row.setup_ends_at.getTime(),
    roles: rolesOf(row.roles),
    lastSignInAt: row.last_sign_in_at === null ? null : row.last_sign_in_at.getTime(),
    absentUntil: row.absent_until === null ? null : row.absent_until.getTime(),
    networks: row.networks,
    passkeys: keys
      .filter((key) => key.operator_id === row.id)
      .map((key) => ({
        credentialId: key.credential_id,
        publicKey: key.public_key,
        origin: key.origin,
        name: key.name,
      })),
  }))
}

/** An operator by id, by name, by the hash of the one-time secret of the set-up, or by an address that still counts. */
export async function findOperator(
  db: OperatorsDb,
  by: { id: string } | { name: string } | { setupHash: Buffer } | { email: string },
): Promise<Operator | undefined> {
  const where =
    'id' in by
      ? sql`o.id = ${by.id}`
      : 'name' in by
        ? sql`o.name = ${by.name}`
        : 'email' in by
          ? sql`lower(o.email) = lower(${by.email}) and o.status <> 'ENDED'`
          : sql`o.setup_hash = ${by.setupHash}`
  const { rows } = await sql<Row>`select ${columns} from operators.operators o where ${where}`.execute(db)
  return rows.length === 0 ? undefined : (await withPasskeys(db, rows))[0]
}

/** Every operator, in the order of names; of those that ended too. */
export async function listOperators(db: OperatorsDb): Promise<Operator[]> {
  const { rows } = await sql<Row>`select ${columns} from operators.operators o order by o.name limit 500`.execute(db)
  return rows.length === 0 ? [] : withPasskeys(db, rows)
}

/** Names by id. */
export async function operatorNames(db: OperatorsDb, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('operators.operators').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export type NewOperator = { id: string; name: string; at: number; sandbox?: boolean } & (
  | { setupHash: Buffer; setupEndsAt: number }
  | { passwordHash: string }
  | { invited: true }
)

/**
 * Adds an operator: invited, with the hash of a one-time secret where there is one already, or ready with a password.
 * Throws 23505 a taken name.
 */
export async function insertOperator(db: OperatorsDb, params: NewOperator): Promise<void> {
  const ready = 'passwordHash' in params
  const hasSecret = 'setupHash' in params
  await db
    .insertInto('operators.operators')
    .values({
      id: params.id,
      name: params.name,
      status: ready ? 'ACTIVE' : 'INVITED',
      sandbox: params.sandbox ?? false,
      password_hash: ready ? params.passwordHash : null,
      setup_hash: hasSecret ? params.setupHash : null,
      setup_ends_at: hasSecret ? dateOf(params.setupEndsAt) : null,
      created_at: dateOf(params.at),
    })
    .execute()
}

type RoleParams = { operatorId: string; role: OperatorRole; at: number }

/** Gives a role; throws 23505 one that its holder may not have beside another. Holding it already is well. */
export async function insertRole(db: OperatorsDb, { operatorId, role, at }: RoleParams): Promise<void> {
  await sql`
    insert into operators.roles (operator_id, role, since) values (${operatorId}, ${role}, ${dateOf(at)})
    on conflict (operator_id, role) do nothing`.execute(db)
}

/** Takes a role from an operator. */
export async function deleteRole(db: OperatorsDb, params: { operatorId: string; role: OperatorRole }): Promise<void> {
  await db
    .deleteFrom('operators.roles')
    .where('operator_id', '=', params.operatorId)
    .where('role', '=', params.role)
    .execute()
}

/** Keeps a passkey of an operator. */
export async function insertPasskey(
  db: OperatorsDb,
  params: Passkey & { id: string; operatorId: string; at: number },
): Promise<void> {
  await db
    .insertInto('operators.passkeys')
    .values({
      id: params.id,
      operator_id: params.operatorId,
      credential_id: params.credentialId,
      public_key: params.publicKey,
      origin: params.origin,
      name: params.name,
      created_at: dateOf(params.at),
    })
    .execute()
}

/** Keeps the secret of an app that has not shown a code yet. */
export async function keepPendingTotp(db: OperatorsDb, params: { operatorId: string; sealed: Buffer }): Promise<void> {
  await db
    .updateTable('operators.operators')
    .set({ totp_sealed: params.sealed, totp_enabled_at: null })
    .where('id', '=', params.operatorId)
    .execute()
}

export type SetUp = {
  operatorId: string
  setupHash: Buffer
  passwordHash: string
  totpStep: number | undefined
  at: number
}

/** Makes an invited operator ready, once; returns false where the secret has been used meanwhile. */
export async function finishOperator(db: OperatorsDb, params: SetUp): Promise<boolean> {
  const done = await db
    .updateTable('operators.operators')
    .set({
      status: 'ACTIVE',
      password_hash: params.passwordHash,
      setup_hash: null,
      setup_ends_at: null,
      link_due_at: null,
      totp_enabled_at: params.totpStep === undefined ? null : dateOf(params.at),
      totp_last_step: BigInt(params.totpStep ?? 0),
      ...(params.totpStep === undefined ? { totp_sealed: null } : {}),
    })
    .where('id', '=', params.operatorId)
    .where('setup_hash', '=', params.setupHash)
    .where('status', '=', 'INVITED')
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/** Uses up a time step of an operator's app; returns false for one that is not newer than the last. */
export async function takeTotpStep(db: OperatorsDb, params: { operatorId: string; step: number }): Promise<boolean> {
  const done = await db
    .updateTable('operators.operators')
    .set({ totp_last_step: BigInt(params.step) })
    .where('id', '=', params.operatorId)
    .where('totp_last_step', '<', BigInt(params.step))
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/** Uses up a challenge; returns false for one that was used before. */
export async function takeChallenge(db: OperatorsDb, params: { challenge: Buffer; until: number }): Promise<boolean> {
  const taken = await sql`
    insert into operators.used_challenges (challenge, ends_at) values (${params.challenge}, ${dateOf(params.until)})
    on conflict do nothing`.execute(db)
  return taken.numAffectedRows === 1n
}

/** Whether an operator of the sandbox is there. */
export const hasSandboxOperator = async (db: OperatorsDb): Promise<boolean> =>
  (await db.selectFrom('operators.operators').select('id').where('sandbox', '=', true).limit(1).execute()).length > 0

/** Active operators of customer service, by their names. */
export async function listAgents(db: OperatorsDb): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select o.id, o.name from operators.operators o join operators.roles r on r.operator_id = o.id
    where o.status = 'ACTIVE' and r.role = 'support' order by o.name`.execute(db)
  return rows
}
