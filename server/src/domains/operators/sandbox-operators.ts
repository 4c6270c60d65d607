import { operatorRoles, type OperatorRole } from '@evenhand/protocol/operator-route.ts'
import { sqlState } from '../../kernel/db/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { SignInDeps } from './operators.deps.ts'
import { needsPasskey } from './operators.rules.ts'
import { findOperator, insertOperator, insertPasskey, insertRole } from './operators.store.ts'

export type SandboxOperator = { readonly name: string; readonly password: string; readonly role: OperatorRole }

/** Proposer and decider are of one role here, so the sandbox has a second one of each. */
const inPairs: readonly OperatorRole[] = ['superadmin', 'kyc', 'risk', 'charity', 'content']
const named = (role: OperatorRole, more = ''): SandboxOperator => ({
  name: `sandbox-${role}${more}`,
  password: `${role}-tries-things`,
  role,
})

/** Ready operators of a sandbox. Their passwords are public, so a live installation must not have them. */
export const sandboxOperators: readonly SandboxOperator[] = operatorRoles.flatMap((role) =>
  inPairs.includes(role) ? [named(role), named(role, '-2')] : [named(role)],
)

/** Opens the sandbox's operators where they do not exist yet; returns them for the start to print. */
export async function ensureSandboxOperators(deps: SignInDeps): Promise<readonly SandboxOperator[]> {
  if (deps.authenticator === undefined) return []
  for (const one of sandboxOperators) {
    try {
      await ensure(deps, one)
    } catch (cause) {
      // Another process that starts at the same time has opened it.
      if (sqlState(cause) !== '23505') throw cause
    }
  }
  return sandboxOperators
}

async function ensure({ db, clock, passwords, authenticator }: SignInDeps, one: SandboxOperator): Promise<void> {
  const known = await findOperator(db, { name: one.name })
  const passkey = needsPasskey([one.role]) ? authenticator?.passkey(one.name) : undefined
  const isKept = passkey === undefined || known?.passkeys.some((kept) => kept.publicKey.equals(passkey.publicKey))
  if (known !== undefined && isKept === true) return
  const at = clock.now()
  const id = known?.id ?? uuidV7(at)
  const passwordHash = known === undefined ? await passwords.hash(one.password) : ''
  await db.transaction().execute(async (tx) => {
    if (known === undefined) {
      await insertOperator(tx, { id, name: one.name, at, sandbox: true, passwordHash })
      await insertRole(tx, { operatorId: id, role: one.role, at })
    }
    // The key of another data folder stays: what it signed is verified again by it.
    if (passkey !== undefined)
      await insertPasskey(tx, { id: uuidV7(at), operatorId: id, at, origin: null, name: 'Software', ...passkey })
  })
}
