import { accessLog } from '@evenhand/protocol/operator-customers.ts'
import { loginHistory, sessions, antiPhishing } from '@evenhand/protocol/sessions.ts'
import { security } from '@evenhand/protocol/second-factor.ts'
import { listLinked } from '@evenhand/protocol/social.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../call.ts'
import { useSession } from '../session.ts'

/**
 * What belongs to the account of this session, under a name of its own. A change of a credential gives a new session, with
 * which everything kept is dropped; what is shown stays until it is read again.
 */
export function useOwn<R>(name: string, load: () => Promise<R>) {
  const token = useSession()?.token
  return useQuery({
    queryKey: ['mine', 'security', name, token],
    queryFn: load,
    enabled: token !== undefined,
    placeholderData: keepPreviousData,
  })
}

/** Which credentials and second factors the account has, and until when this session's last proof counts. */
export const useSecurity = () => useOwn('overview', () => call(security, {}))
/** The sessions that are open, with device, place and last use. */
export const useSessions = () => useOwn('sessions', () => call(sessions, {}))
/** The latest sign-ins and failed attempts. */
export const useLoginHistory = () => useOwn('history', () => call(loginHistory, {}))
/** Which operators have viewed personal data of the customer: the newest 100. */
export const useAccessLog = () => useOwn('access', () => call(accessLog, { page: 1, size: 100 }))
/** The Google and Apple accounts that may sign in to this one. */
export const useLinked = () => useOwn('linked', () => call(listLinked, {}))
/** The phrase by which the customer knows a genuine mail; null where none is set. */
export const usePhrase = () => useOwn('phrase', () => call(antiPhishing, {}))
