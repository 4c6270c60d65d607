import type { SignedIn } from '../signed-in.ts'
import { addLinked, loginByApple, loginByGoogle, type SocialProvider } from '@evenhand/protocol/social.ts'
import type { ProofNeeded } from '@evenhand/protocol/second-factor.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/call.ts'
import { isRefused, type Refused } from '../../../lib/problem.ts'
import { neededOf } from '../../../lib/proving/proof-needed.ts'
import type { OAuthFlow } from './oauth-flow.ts'

export type Returned = {
  code?: string | undefined
  state?: string | undefined
  iss?: string | undefined
  error?: string | undefined
}

/** The status of a return from a provider: it is being checked, or needs a step of the customer, or failed. */
export type Outcome =
  | { at: 'pending' }
  | { at: 'cancelled' }
  | { at: 'failed'; problem: unknown }
  | { at: 'register'; token: string; email: string }
  | { at: 'link'; token: string; email: string; accepts: readonly string[] }
  | { at: 'factor'; token: string; needed: ProofNeeded }
  | { at: 'proof'; needed: ProofNeeded }
  | { at: 'done' }

const text = ({ params }: Refused, name: string): string => String(params[name] ?? '')

/** What a refusal of the sign-in requests next. */
export function outcomeOf(problem: unknown): Outcome {
  const needed = neededOf(problem)
  if (isRefused(problem, 'proofNeeded') && needed) {
    const token = text(problem, 'signInToken')
    return token === '' ? { at: 'proof', needed } : { at: 'factor', token, needed }
  }
  if (isRefused(problem, 'providerLinkNeeded')) {
    const accepts = problem.params['accepts']
    const ways = Array.isArray(accepts) ? accepts.map(String) : []
    return { at: 'link', token: text(problem, 'linkToken'), email: text(problem, 'email'), accepts: ways }
  }
  if (isRefused(problem, 'dataIncomplete') && text(problem, 'registrationToken') !== '')
    return { at: 'register', token: text(problem, 'registrationToken'), email: text(problem, 'email') }
  return { at: 'failed', problem }
}

type ReturnParams = {
  provider: SocialProvider
  returned: Returned
  oauthFlow: OAuthFlow
  onSignedIn: (by: SignedIn) => void
}

/** Takes what the provider sent back to the server, once: it is good once. */
export function useReturn({ provider, returned, oauthFlow, onSignedIn }: ReturnParams) {
  const { code = '', state = '', iss } = returned
  const [outcome, setOutcome] = useState<Outcome>({ at: code === '' ? 'cancelled' : 'pending' })
  const begun = useRef(false)
  const request = async () => {
    const came = { code, state, iss }
    if (oauthFlow.purpose === 'link') onSignedIn(await call(addLinked, { provider, ...came }))
    else {
      const route = provider === 'google' ? loginByGoogle : loginByApple
      onSignedIn(await call(route, { ...came, inviteCode: oauthFlow.inviteCode }))
    }
    setOutcome({ at: 'done' })
  }
  const begin = useRef(request)
  useEffect(() => {
    if (begun.current || code === '') return
    begun.current = true
    begin.current().catch((problem: unknown) => setOutcome(outcomeOf(problem)))
  }, [code])
  return { outcome, setOutcome, again: request }
}
