import { accessLog } from '@evenhand/protocol/operator-customers.ts'
import { loginHistory, sessions, antiPhishing } from '@evenhand/protocol/sessions.ts'
import { security } from '@evenhand/protocol/second-factor.ts'
import { listLinked } from '@evenhand/protocol/social.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../call.ts'
import { useSession } from '../session.ts'

// A change of a credential gives a new session, with which everything kept is dropped; what is shown stays until it is read again.
function useOwn<R>(name: string, load: () => Promise<R>) {
  const token = useSession()?.token
  return useQuery({
    queryKey: ['mine', 'security', name, token],
    queryFn: load,
    enabled: token !== undefined,
    placeholderData: keepPreviousData,
  })
}

export const useSecurity = () => useOwn('overview', () => call(security, {}))
export const useSessions = () => useOwn('sessions', () => call(sessions, {}))
export const useLoginHistory = () => useOwn('history', () => call(loginHistory, {}))
export const useAccessLog = () => useOwn('access', () => call(accessLog, { page: 1, size: 100 }))
export const useLinked = () => useOwn('linked', () => call(listLinked, {}))
export const usePhrase = () => useOwn('phrase', () => call(antiPhishing, {}))
