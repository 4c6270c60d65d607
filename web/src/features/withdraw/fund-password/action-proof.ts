import type { PasskeyCredential } from '@evenhand/protocol/passkey-shapes.ts'
import { isRefused, Refused } from '../../../lib/problem.ts'
import { namedFields } from '../../../lib/proving/form-problem.ts'
import { requestPasskey } from '@evenhand/ui/passkey.ts'
import { neededOf } from '../../../lib/proving/proof-needed.ts'

/** What an action brings to show that its customer wants it: a mailed code, a code of the app, or a passkey's assertion. */
export type ActionProof = { code?: string; otp?: string; passkey?: PasskeyCredential }
export type ProvedAction<R> = (proof: ActionProof) => Promise<R>

/**
 * Does an action by a passkey: called without one, the server names the challenge that is for this very action; the response goes
 * with the same action. Throws PasskeyFailed, and what the server refuses otherwise.
 */
export async function actionByPasskey<R>(action: ProvedAction<R>): Promise<R> {
  try {
    return await action({})
  } catch (problem) {
    const challenge = neededOf(problem)?.challenge
    if (challenge === undefined) throw problem
    return action({ passkey: await requestPasskey(challenge) })
  }
}

/**
 * A wrong code, however the server reports it: a withdrawal refuses it with 40036 with the tries that are left, everything
 * else by 10091. Undefined for any other problem.
 */
export function wrongCodeIn(problem: unknown): Refused | undefined {
  if (isRefused(problem, 'codeWrong')) return problem
  if (!isRefused(problem)) return undefined
  const isMalformed = namedFields(problem).some(({ field }) => field === 'code')
  const isWrongCode = problem.key === 'proofNeeded' && typeof problem.params['left'] === 'number'
  return isMalformed || isWrongCode
    ? new Refused('codeWrong', { ...problem, code: 0, params: isWrongCode ? problem.params : {} })
    : undefined
}
