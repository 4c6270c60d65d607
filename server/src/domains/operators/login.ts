import { hash, randomBytes } from 'node:crypto'
import { automaticReasons } from '@evenhand/protocol/automatic-reasons.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type { SignedInOperator } from '@evenhand/protocol/operators.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { ipBucketOf } from '../../kernel/http/rate-limits.ts'
import type { Entrance, OperatorSession, SignedCall } from '../../kernel/http/operator-http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { appendAuditEntry } from './audit-log.ts'
import { requireFactor } from './prove-factor.ts'
import type { SignInDeps } from './operators.deps.ts'
import { badField, sessionLife } from './operators.rules.ts'
import { allowList } from '../../kernel/http/operator-http.ts'
import { findOperator, type Operator } from './operators.store.ts'
import { noteSignIn } from './staff.store.ts'
import { insertSession, useSession } from './sessions.store.ts'
import { hourMs, minuteMs } from '@evenhand/protocol/durations.ts'

const cookieName = 'evenhand-operator'
const tokenForm = /^[A-Za-z0-9_-]{43}$/
/**
 * Of one network, and of one name at one network: names are few and known, so guessing is slow rather than locked out. A right
 * password takes its try back: what follows it is bounded by the factor's own rule.
 */
const addressRule = { name: 'operatorNetwork', max: 30, perMs: hourMs }
const nameRule = { name: 'operatorName', max: 5, perMs: 15 * minuteMs }

const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')
/** What proves that a call was made by the console's own page, which alone can read it. */
const csrfOf = (token: string): string => hash('sha256', `csrf ${token}`, 'base64url')

type Request = { name: string; password: string; otp?: string | undefined; passkey?: Assertion | undefined }

/**
 * Signs an operator in by password and second factor, and gives the browser its cookie. Refuses 10004 an unknown name and a
 * wrong password alike, 40036 where the second factor is missing, 10091 where it is wrong, 10008 from outside of the
 * operator's networks, 40029 after five wrong tries.
 */
export async function login(deps: SignInDeps, request: Request, call: Entrance): Promise<SignedInOperator> {
  const { db, clock, limits, passwords, mode } = deps
  if (mode === 'live' && !call.secure) throw badField('connection', 'insecure')
  const ipBucket = ipBucketOf(call.ip)
  limits.take(addressRule, ipBucket)
  limits.take(nameRule, `${ipBucket} ${request.name}`)
  const operator = await findOperator(db, { name: request.name })
  const isRight = await passwords.verify(request.password, operator?.passwordHash ?? undefined)
  if (!isRight || operator === undefined || operator.status !== 'ACTIVE') throw refuse('credentialsWrong')
  limits.undo(addressRule, ipBucket)
  limits.undo(nameRule, `${ipBucket} ${request.name}`)
  await requireFactor(deps, { operator, request, call })
  if (!allowList(operator.networks)(call.ip)) throw refuse('accountRestricted', { reason: 'NETWORK' })
  const token = randomBytes(32).toString('base64url')
  const at = clock.now()
  const id = uuidV7(at)
  await db.transaction().execute(async (tx) => {
    await insertSession(tx, {
      id,
      operatorId: operator.id,
      tokenHash: hashOf(token),
      at,
      ip: call.ip,
      userAgent: call.userAgent,
    })
    await noteSignIn(tx, { operatorId: operator.id, at })
    await appendAuditEntry(tx, {
      by: operator,
      at,
      entry: { act: 'operator.login', subject: `operator:${operator.id}`, reason: automaticReasons.signIn },
    })
  })
  call.setCookie({ name: cookieName, value: token, maxAgeS: sessionLife.wholeMs / 1000 })
  return signedIn(deps, { operator, csrf: csrfOf(token), createdAt: at })
}

/** The session of a call's cookie, with the operator's roles of this moment; undefined where there is none that runs. */
export async function findSession(deps: SignInDeps, call: Entrance): Promise<OperatorSession | undefined> {
  const token = call.cookie(cookieName)
  if (!tokenForm.test(token)) return undefined
  const found = await useSession(deps.db, { tokenHash: hashOf(token), now: call.now, idleMs: call.idleMs })
  return found === undefined || !allowList(found.networks)(call.ip) ? undefined : { ...found, csrf: csrfOf(token) }
}

/** What the console knows of the signed-in operator. */
export async function me(deps: SignInDeps, call: SignedCall): Promise<SignedInOperator> {
  const operator = await findOperator(deps.db, { id: call.operator.id })
  if (operator === undefined) throw refuse('sessionEnded')
  return signedIn(deps, { operator, csrf: call.session.csrf, createdAt: call.session.createdAt })
}

/** Takes the cookie of an ended session away. */
export const forgetCookie = (call: Entrance): void => call.setCookie({ name: cookieName, value: '', maxAgeS: 0 })

type Signed = { operator: Operator; csrf: string; createdAt: number }

const signedIn = ({ mayCall, mode }: SignInDeps, { operator, csrf, createdAt }: Signed): SignedInOperator => ({
  operator: {
    id: operator.id,
    name: operator.name,
    roles: [...operator.roles],
    sandbox: operator.sandbox,
    otp: operator.totpEnabled,
    absentUntil: operator.absentUntil,
    passkeys: operator.passkeys.map(({ credentialId, name, origin }) => ({
      credentialId: credentialId.toString('base64url'),
      name,
      software: origin === null,
    })),
  },
  csrf,
  idleMs: sessionLife.idleMs,
  endsAt: createdAt + sessionLife.wholeMs,
  may: mayCall(operator.roles),
  mode,
})
