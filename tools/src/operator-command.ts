import { userInfo } from 'node:os'
import { utcText } from '@evenhand/proofs/utc.ts'
import { operatorNameForm } from '@evenhand/protocol/operators.ts'
import { appendAuditEntry } from '../../server/src/domains/operators/audit-log.ts'
import { setupMs } from '../../server/src/domains/operators/operators.rules.ts'
import {
  findOperator,
  insertOperator,
  insertRole,
  listOperators,
} from '../../server/src/domains/operators/operators.store.ts'
import { requestLink } from '../../server/src/domains/operators/set-up-links.ts'
import { hashOfSetup, newSetupSecret } from '../../server/src/domains/operators/set-up.ts'
import { dateOf, systemClock } from '../../server/src/kernel/time/clock.ts'
import { SetupError } from '../../server/src/kernel/config/config.ts'
import { owned, type Pools } from '../../server/src/kernel/db/db.ts'
import { uuidV7 } from '../../server/src/kernel/ids.ts'

/** Two, because each of them can do nothing without the other. */
const firstOnes = 2

const secretLines = (name: string, { secret, endsAt }: { secret: string; endsAt: number }): string[] => [
  `${name} gets access at the console’s address with /setup and this secret, once, until ${utcText(endsAt)}:`,
  `  ${secret}`,
]

/** Who runs the command: the record names the machine's user, who holds no role. */
const byMachine = () => ({ id: null, name: `command:${userInfo().username}`, roles: [] })

/**
 * Adds one of the first two superadmins and returns the one-time secret of his set-up. Refuses with a SetupError a name
 * that is taken or malformed, and a third: from then on two superadmins invite in the console.
 */
export async function createFirst(pool: Pools['console'], name: string): Promise<string[]> {
  const db = owned<'operators'>(pool)
  if (!operatorNameForm.test(name))
    throw new SetupError(
      'A name is 3 to 40 of a-z, 0-9, point, line and underscore, and begins with a letter or digit.',
    )
  const known = await listOperators(db)
  const others = known.filter((one) => one.roles.includes('superadmin') && !one.sandbox && one.status !== 'ENDED')
  if (others.length >= firstOnes)
    throw new SetupError(
      `There are ${others.length} superadmins already (${others.map((one) => one.name).join(', ')}): they invite everybody else in the console.`,
    )
  if (known.some((one) => one.name === name)) throw new SetupError(`There is an operator ${name} already.`)
  const at = systemClock.now()
  const id = uuidV7(at)
  const secret = newSetupSecret()
  await db.transaction().execute(async (tx) => {
    await insertOperator(tx, { id, name, at, setupHash: hashOfSetup(secret), setupEndsAt: at + setupMs })
    await insertRole(tx, { operatorId: id, role: 'superadmin', at })
    await appendAuditEntry(tx, {
      by: byMachine(),
      at,
      entry: {
        act: 'operator.create',
        subject: `operator:${id}`,
        reason: 'one of the first two superadmins',
        after: { name, role: 'superadmin' },
      },
    })
  })
  return secretLines(name, { secret, endsAt: at + setupMs })
}

/**
 * Another one-time secret for an operator who was invited and is not set up: mailed by the program to the address that two
 * have signed, printed for one of the first two, who have none. Refuses with a SetupError any other.
 */
export async function renewSetup(pool: Pools['console'], name: string): Promise<string[]> {
  const db = owned<'operators'>(pool)
  const operator = await findOperator(db, { name })
  if (operator?.status !== 'INVITED')
    throw new SetupError(
      operator === undefined
        ? `There is no operator ${name}.`
        : `${name} has access already: two superadmins end it and invite anew.`,
    )
  const at = systemClock.now()
  const { id, email } = operator
  const secret = newSetupSecret()
  await db.transaction().execute(async (tx) => {
    if (email === null)
      await tx
        .updateTable('operators.operators')
        .set({ setup_hash: hashOfSetup(secret), setup_ends_at: dateOf(at + setupMs) })
        .where('id', '=', id)
        .execute()
    else await requestLink(tx, { operatorId: id, email, at })
    const entry = { act: 'operator.renewSetup', subject: `operator:${id}`, reason: 'another secret was requested' }
    await appendAuditEntry(tx, { by: byMachine(), at, entry })
  })
  return email === null
    ? secretLines(name, { secret, endsAt: at + setupMs })
    : [`The running program mails another link to ${email} within a minute; the one before does not work any more.`]
}

/** Who there is, a line each. */
export async function listAll(pool: Pools['console']): Promise<string[]> {
  const all = await listOperators(owned<'operators'>(pool))
  if (all.length === 0) return ['There is no operator yet: npm run operator -- --create NAME']
  return all.map(({ name, status, roles, sandbox }) =>
    [name.padEnd(24), status.padEnd(8), roles.join(' '), sandbox ? '(sandbox)' : ''].join(' ').trimEnd(),
  )
}
