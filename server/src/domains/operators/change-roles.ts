import type * as z from 'zod/mini'
import type { approveRole, proposeRole } from '@evenhand/protocol/operator-requests.ts'
import { operatorRoles, type OperatorRole } from '@evenhand/protocol/operator-route.ts'
import { brokenRule } from '../../kernel/db/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { isMailAddress } from '../../kernel/mail/mail.ts'
import { plainNetwork } from '../auth/index.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { OperatorsDb, SignInDeps } from './operators.deps.ts'
import { areCompatible, badField } from './operators.rules.ts'
import { deleteRole, findOperator, insertOperator, insertRole, type Operator } from './operators.store.ts'
import { saveNetworks } from './staff.store.ts'
import { approve, propose } from './requests.ts'
import { markApplied, type StoredRequest } from './requests.store.ts'
import { endSessionsOf } from './sessions.store.ts'
import { requestLink, mailSetUpLinks } from './set-up-links.ts'
import { isIP } from 'node:net'

const maxNetworks = 20
/** The value that takes an allow-list away. */
const anyNetwork = 'any'

/**
 * The networks of a signed value, `10.0.0.0/8,192.0.2.7` or `any`; each an address, or one with a prefix that fits its
 * family. Refuses 40020 anything else, and more than twenty.
 */
function networksIn(text: string): readonly string[] {
  if (text === anyNetwork) return []
  const networks = text.split(',').map((part) => part.trim())
  if (networks.length > maxNetworks || !networks.every(isNetwork)) throw badField('networks', 'malformed')
  return networks
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  // What stands for IPv4 is written as IPv4: it is signed as it is written, and an operator who calls by IPv4 has that address.
  if (family === 0 || rest.length > 0 || plainNetwork(text) !== text) return false
  return prefix === undefined || (/^[0-9]{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32))
}

export const roleKinds = ['role.grant', 'role.revoke', 'operator.invite', 'operator.end', 'operator.networks'] as const
type Request = z.output<typeof proposeRole.request>

/** Requests a change of who may do what. Refuses 40020 what could not be carried out: a name, a role, two roles at once. */
export async function proposeRoleChange(deps: SignInDeps, request: Request, call: OperatorCall) {
  const { kind, operator: name, role, email, networks, id, reason, assertion } = request
  const hasRole = kind !== 'operator.end' && kind !== 'operator.networks'
  if ((role === undefined) === hasRole) throw badField('role', role === undefined ? 'missing' : 'unknown')
  if ((email === undefined) !== (kind !== 'operator.invite'))
    throw badField('email', email === undefined ? 'missing' : 'unknown')
  if ((networks === undefined) !== (kind !== 'operator.networks'))
    throw badField('networks', networks === undefined ? 'missing' : 'unknown')
  const allowed = networks === undefined ? undefined : networksIn(networks)
  const known = await findOperator(deps.db, { name })
  if (kind === 'operator.invite') await mustBeFree(deps.db, { name, email: email ?? '', known })
  else if (known === undefined || known.status === 'ENDED') throw badField('operator', 'unknown')
  if (kind === 'role.grant' && role !== undefined) mustFit(known, role)
  const values = {
    operator: name,
    ...(role === undefined ? {} : { role }),
    ...(email === undefined ? {} : { email }),
    ...(allowed === undefined ? {} : { networks: allowed.join(',') || anyNetwork }),
  }
  return propose(deps, { kind, id, values, reason, assertion }, call)
}

type Inviting = { name: string; email: string; known: Operator | undefined }

/** One name is one operator, and one address one person. Who has not set himself up may be invited again. */
async function mustBeFree(db: OperatorsDb, { name, email, known }: Inviting): Promise<void> {
  if (known !== undefined && known.status !== 'INVITED') throw badField('operator', 'taken')
  if (!isMailAddress(email)) throw badField('email', 'malformed')
  const other = await findOperator(db, { email })
  if (other !== undefined && other.name !== name) throw badField('email', 'taken')
}

function mustFit(operator: Operator | undefined, role: OperatorRole): void {
  if (operator === undefined || !areCompatible([...new Set([...operator.roles, role])]))
    throw badField('role', 'incompatible')
}

/**
 * Approves such a change: it holds from the operator's next call on. An invited operator is mailed a link that no other operator sees.
 * Refuses 40020 a change after which fewer than two superadmins could sign.
 */
export async function approveRoleChange(
  deps: SignInDeps,
  request: z.output<typeof approveRole.request>,
  call: OperatorCall,
) {
  const changeRequest = await approve(
    deps,
    {
      kinds: roleKinds,
      request,
      async apply(tx, requested) {
        await applyRoleChange(deps, tx, { requested, lang: call.lang })
        await markApplied(tx, { id: requested.id, at: deps.clock.now() })
      },
    },
    call,
  )
  // What is not mailed now is mailed by the job.
  if (changeRequest.kind === 'operator.invite')
    mailSetUpLinks(deps).catch((cause: unknown) => deps.log.error({ cause: String(cause) }, 'links are mailed later'))
  return changeRequest
}

/** The refusal for a change that breaks a rule of the tables. */
const brokenRules: ReadonlyMap<string, readonly [field: string, reason: string]> = new Map(
  Object.entries<[string, string]>({
    two_superadmins: ['operator', 'lastTwo'],
    one_address_one_person: ['email', 'taken'],
    operators_name_key: ['operator', 'taken'],
    one_of_the_three: ['role', 'incompatible'],
    superadmin_or_kyc: ['role', 'incompatible'],
  }),
)

async function applyRoleChange(
  { clock }: SignInDeps,
  tx: OperatorsDb,
  { requested: { kind, values }, lang }: { requested: StoredRequest; lang: string },
): Promise<void> {
  const at = clock.now()
  const role = operatorRoles.find((known) => known === values['role'])
  const name = values['operator'] ?? ''
  try {
    if (kind === 'operator.invite' && role !== undefined)
      return await invite(tx, { name, role, email: values['email'] ?? '', lang, at })
    const operator = await findOperator(tx, { name })
    if (operator === undefined) throw refuse('notFound')
    if (kind === 'operator.end') {
      await tx
        .updateTable('operators.operators')
        .set({ status: 'ENDED', setup_hash: null, setup_ends_at: null, link_due_at: null })
        .where('id', '=', operator.id)
        .execute()
      await endSessionsOf(tx, operator.id)
    } else if (kind === 'operator.networks') {
      await saveNetworks(tx, { operatorId: operator.id, networks: networksIn(values['networks'] ?? '') })
    } else if (role !== undefined && kind === 'role.grant') {
      // Another role may have been granted since this one was requested.
      mustFit(operator, role)
      await insertRole(tx, { operatorId: operator.id, role, at })
    } else if (role !== undefined) await deleteRole(tx, { operatorId: operator.id, role })
  } catch (cause) {
    const broken = brokenRules.get(brokenRule(cause) ?? '')
    throw broken === undefined ? cause : badField(...broken)
  }
}

type Invited = { name: string; role: OperatorRole; email: string; lang: string; at: number }

async function invite(tx: OperatorsDb, { name, role, email, lang, at }: Invited): Promise<void> {
  const known = await findOperator(tx, { name })
  // An invitation from before addresses were part of it.
  if (email === '') throw badField('email', 'missing')
  if (known !== undefined && known.status !== 'INVITED') throw badField('operator', 'taken')
  const id = known?.id ?? uuidV7(at)
  if (known === undefined) await insertOperator(tx, { id, name, at, invited: true })
  for (const held of known?.roles ?? []) await deleteRole(tx, { operatorId: id, role: held })
  await insertRole(tx, { operatorId: id, role, at })
  await requestLink(tx, { operatorId: id, email, lang, at })
}
