import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import { operatorChallenge, operatorLogin } from '@evenhand/protocol/operators.ts'
import type { PasskeyChallenge } from '@evenhand/protocol/passkey-shapes.ts'
import { isRefused } from '@evenhand/protocol/wire.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { signByPasskey, signBySoftware } from '../../lib/authenticator.ts'
import { call } from '../../lib/call.ts'
import { keepOperator } from '../../lib/session.ts'

type Login = { name: string; password: string }
type Factor = { otp?: string; passkey?: Assertion }
/** What the server requests after the password. */
export type FactorPrompt = { accepts: readonly string[]; challenge: PasskeyChallenge }

const promptIn = z.object({ accepts: z.array(z.string()), challenge: operatorChallenge })

/** Signing in: name and password, then the second factor that the server requests. `onDone` after either. */
export function useSignIn(onDone: () => void) {
  const [login, setLogin] = useState<Login>()
  const [prompt, setPrompt] = useState<FactorPrompt>()
  const send = async (who: Login, factor: Factor): Promise<void> => {
    try {
      keepOperator(await call(operatorLogin, { ...who, ...factor }))
    } catch (problem) {
      if (!isRefused(problem, 'proofNeeded')) throw problem
      setLogin(who)
      setPrompt(z.parse(promptIn, problem.params))
      return
    }
    onDone()
  }
  const meta = { handled: true }
  const first = useMutation({ meta, mutationFn: (who: Login) => send(who, {}) })
  const second = useMutation({
    meta,
    mutationFn: async (by: 'passkey' | 'software' | { otp: string }) => {
      if (!login || !prompt) return
      if (typeof by === 'object') return send(login, { otp: by.otp })
      const { challenge, allowCredentials, rpId } = prompt.challenge
      const passkey =
        by === 'software'
          ? await signBySoftware(login.name, challenge)
          : await signByPasskey({ challenge, rpId, credentialIds: allowCredentials.map(({ id }) => id) })
      return send(login, { passkey })
    },
  })
  return {
    login,
    prompt,
    first,
    second,
    /** Back to the name. */
    restart: () => {
      setLogin(undefined)
      setPrompt(undefined)
      first.reset()
      second.reset()
    },
  }
}
