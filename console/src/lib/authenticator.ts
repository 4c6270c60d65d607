import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import { signSandboxChallenge } from '@evenhand/protocol/operators.ts'
import { requestPasskey, type PasskeyFailed } from '@evenhand/ui/passkey.ts'
import { call } from './call.ts'

type Request = {
  /** base64url */
  challenge: string
  credentialIds: readonly string[]
  rpId?: string
}

/** Lets the operator sign a challenge by a passkey of his. Throws PasskeyFailed. */
export async function signByPasskey({ challenge, credentialIds, rpId }: Request): Promise<Assertion> {
  const { id, response } = await requestPasskey({
    challenge,
    allowCredentials: credentialIds.map((credentialId) => ({ id: credentialId, type: 'public-key' })),
    userVerification: 'required',
    ...(rpId === undefined ? {} : { rpId }),
  })
  const { authenticatorData, clientDataJSON, signature } = response
  return { credentialId: id, authenticatorData, clientDataJSON, signature }
}

/** Lets the sandbox's software authenticator sign a challenge (base64url) in the place of a passkey. */
export const signBySoftware = (name: string, challenge: string): Promise<Assertion> =>
  call(signSandboxChallenge, { name, challenge })

/** Which of two sentences explains to an operator why no passkey came; both are worded where it is requested. */
export const passkeyProblem = ({ kind }: PasskeyFailed): 'cancelled' | 'failed' =>
  kind === 'cancelled' ? 'cancelled' : 'failed'
