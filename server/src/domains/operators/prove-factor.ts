import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type { PasskeyChallenge } from '@evenhand/protocol/passkey-shapes.ts'
import type { Entrance } from '../../kernel/http/operator-http.ts'
import { challengeMs } from '../../kernel/crypto/passkey-verification.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { stepOf } from '../auth/index.ts'
import { holds } from './verify-assertion.ts'
import type { SignInDeps } from './operators.deps.ts'
import { needsPasskey } from './operators.rules.ts'
import { takeChallenge, takeTotpStep, type Operator } from './operators.store.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

/** Who gets as far as here knows the password, so five wrong tries are many; a right one takes itself back. */
const rule = { name: 'operatorFactor', max: 5, perMs: 15 * minuteMs }

type Responses = { otp?: string | undefined; passkey?: Assertion | undefined }
type Proving = { operator: Operator; request: Responses; call: Entrance }

/**
 * Refuses an operator who has shown the password alone: 40036 with what is accepted and a challenge where nothing more came, 10091
 * where it is wrong. A role that approves is opened by a passkey and by nothing else. An operator of the sandbox whose
 * roles approve nothing has the password alone.
 */
export async function requireFactor(deps: SignInDeps, { operator, request, call }: Proving): Promise<void> {
  const { clock, vault, limits } = deps
  const byApp = operator.totpEnabled && operator.totpSealed !== null && !needsPasskey(operator.roles)
  if (operator.sandbox && operator.passkeys.length === 0 && !needsPasskey(operator.roles)) return
  const { passkey, otp } = request
  if (passkey === undefined && (otp === undefined || !byApp)) {
    const challenge = vault.challenge(purposeOf(operator), clock.now() + challengeMs)
    const accepts = [...(operator.passkeys.length > 0 ? ['passkey'] : []), ...(byApp ? ['otp'] : [])]
    throw refuse('proofNeeded', { accepts, challenge: challengeOf({ operator, challenge, origin: call.origin }) })
  }
  limits.take(rule, operator.id)
  const isRight =
    passkey === undefined
      ? await isCode(deps, operator, otp ?? '')
      : await isResponse(deps, { operator, given: passkey, origin: call.origin })
  if (!isRight) throw refuse('codeWrong', { left: Math.max(0, rule.max - limits.used(rule, operator.id)) })
  limits.undo(rule, operator.id)
}

const purposeOf = ({ id }: Operator) => ({ purpose: 'factor', subject: id }) as const

const challengeOf = (params: { operator: Operator; challenge: Buffer; origin: string }): PasskeyChallenge => ({
  challenge: params.challenge.toString('base64url'),
  rpId: new URL(params.origin).hostname,
  timeout: challengeMs,
  userVerification: 'required',
  allowCredentials: params.operator.passkeys.map(({ credentialId }) => ({
    id: credentialId.toString('base64url'),
    type: 'public-key',
    transports: [],
  })),
})

async function isCode({ db, vault, clock }: SignInDeps, operator: Operator, code: string): Promise<boolean> {
  if (operator.totpSealed === null) return false
  const step = stepOf(vault.open(operator.id, operator.totpSealed), code.replaceAll(' ', ''), clock.now())
  return step !== undefined && (await takeTotpStep(db, { operatorId: operator.id, step }))
}

type Response = { operator: Operator; given: Assertion; origin: string }

/** True once for a response to a challenge that we gave this operator at most five minutes ago. */
async function isResponse({ db, vault, clock }: SignInDeps, { operator, given, origin }: Response): Promise<boolean> {
  const challenge = challengeIn(given)
  const until = challenge === undefined ? undefined : vault.challengeEnd(purposeOf(operator), challenge)
  if (challenge === undefined || until === undefined || clock.now() >= until) return false
  if (!(await takeChallenge(db, { challenge, until }))) return false
  return holds(operator.passkeys, { given, challenge: challenge.toString('hex'), origin })
}

/** The challenge that an assertion states it was made for. */
function challengeIn({ clientDataJSON }: Assertion): Buffer | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? Buffer.from(challenge, 'base64url') : undefined
  } catch {
    return undefined
  }
}
