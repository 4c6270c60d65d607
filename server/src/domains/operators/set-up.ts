import { hash, randomBytes } from 'node:crypto'
import type { beginSetUp as beginRoute, finishSetUp as finishRoute } from '@evenhand/protocol/operators.ts'
import type * as z from 'zod/mini'
import { challengeMs, passkeyAlgorithms, verifyNewPasskey } from '../../kernel/crypto/passkey-verification.ts'
import { sqlState } from '../../kernel/db/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { ipBucketOf } from '../../kernel/http/rate-limits.ts'
import type { Entrance } from '../../kernel/http/operator-http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { base32, keyUri, secretBytes, stepOf } from '../auth/index.ts'
import { appendAuditEntry } from './audit-log.ts'
import type { SignInDeps } from './operators.deps.ts'
import { badField, needsPasskey } from './operators.rules.ts'
import {
  findOperator,
  finishOperator,
  insertPasskey,
  keepPendingTotp,
  takeChallenge,
  type Operator,
} from './operators.store.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

type Begin = z.output<typeof beginRoute.request>
type Begun = z.input<typeof beginRoute.result>
type Finish = z.output<typeof finishRoute.request>

const rule = { name: 'operatorSetup', max: 20, perMs: hourMs }
/** 256 random bits in base64url: mailed to the operator; the first two see it where the command runs. */
export const newSetupSecret = (): string => randomBytes(32).toString('base64url')
/** What is kept of the secret in a link. */
export const hashOfSetup = (secret: string): Buffer => hash('sha256', secret, 'buffer')

async function invited({ db, clock, limits }: SignInDeps, secret: string, call: Entrance): Promise<Operator> {
  limits.take(rule, ipBucketOf(call.ip))
  const operator = await findOperator(db, { setupHash: hashOfSetup(secret) })
  if (operator?.setupEndsAt == null || operator.setupEndsAt <= clock.now()) throw refuse('notFound')
  return operator
}

const purposeOf = ({ id }: Operator) => ({ purpose: 'register', subject: id }) as const

/** Opens a set-up: what an app and a browser need for a second factor. Refuses 40039 a secret that is unknown or over. */
export async function beginSetUp(deps: SignInDeps, { secret }: Begin, call: Entrance): Promise<Begun> {
  const { db, vault, clock, mode } = deps
  const operator = await invited(deps, secret, call)
  const plain = randomBytes(secretBytes)
  await keepPendingTotp(db, { operatorId: operator.id, sealed: vault.seal(operator.id, plain) })
  const issuer = mode === 'live' ? 'Evenhand console' : 'Evenhand console sandbox'
  const otpSecret = base32(plain)
  return {
    name: operator.name,
    roles: [...operator.roles],
    passkeyNeeded: needsPasskey(operator.roles),
    otp: { secret: otpSecret, uri: keyUri({ secret: otpSecret, issuer, account: operator.name }) },
    passkey: {
      challenge: vault.challenge(purposeOf(operator), clock.now() + challengeMs).toString('base64url'),
      rp: { id: new URL(call.origin).hostname, name: issuer },
      user: {
        id: Buffer.from(operator.id.replaceAll('-', ''), 'hex').toString('base64url'),
        name: operator.name,
        displayName: operator.name,
      },
      pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: challengeMs,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    },
    endsAt: operator.setupEndsAt ?? 0,
  }
}

/**
 * Ends a set-up: password and at least one second factor, a passkey where a role approves. Works once. Refuses 40036
 * without the factor that is needed, 10091 one that does not hold, 40039 a secret that is unknown, used or over.
 */
export async function finishSetUp(deps: SignInDeps, request: Finish, call: Entrance): Promise<Record<string, never>> {
  const { db, clock, passwords, vault } = deps
  const operator = await invited(deps, request.secret, call)
  if (request.passkey === undefined && (request.code === undefined || needsPasskey(operator.roles)))
    throw refuse('proofNeeded', { accepts: needsPasskey(operator.roles) ? ['passkey'] : ['passkey', 'otp'] })
  const at = clock.now()
  const made = request.passkey === undefined ? undefined : await madeBy(deps, { operator, made: request.passkey, call })
  if (request.passkey !== undefined && made === undefined) throw refuse('codeWrong', { left: 0 })
  const totpStep =
    request.code === undefined || operator.totpSealed === null
      ? undefined
      : stepOf(vault.open(operator.id, operator.totpSealed), request.code.replaceAll(' ', ''), at)
  if (request.code !== undefined && totpStep === undefined) throw refuse('codeWrong', { left: 0 })
  if (request.password.toLowerCase().includes(operator.name)) throw badField('password', 'containsName')
  const passwordHash = await passwords.hash(request.password)
  const setupHash = hashOfSetup(request.secret)
  await db.transaction().execute(async (tx) => {
    if (!(await finishOperator(tx, { operatorId: operator.id, setupHash, passwordHash, totpStep, at })))
      throw refuse('notFound')
    if (made !== undefined)
      await insertPasskey(tx, {
        ...made,
        id: uuidV7(at),
        operatorId: operator.id,
        at,
        origin: call.origin,
        name: 'Passkey',
      }).catch((cause: unknown) => {
        // One passkey is one person: no other operator may register it.
        throw sqlState(cause) === '23505' ? badField('passkey', 'registered') : cause
      })
    await appendAuditEntry(tx, {
      by: operator,
      at,
      entry: { act: 'operator.setup', subject: `operator:${operator.id}`, reason: 'set-up by the one-time secret' },
    })
  })
  return {}
}

type Making = { operator: Operator; made: NonNullable<Finish['passkey']>; call: Entrance }

const madeBy = ({ db, vault, clock }: SignInDeps, { operator, made, call }: Making) =>
  verifyNewPasskey({
    made,
    origin: call.origin,
    async isChallenge(text) {
      const challenge = Buffer.from(text, 'base64url')
      const until = vault.challengeEnd(purposeOf(operator), challenge)
      return until !== undefined && clock.now() < until && (await takeChallenge(db, { challenge, until }))
    },
  })
