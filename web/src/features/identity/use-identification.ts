import { getIdentification, identification, type IdentificationForm } from '@evenhand/protocol/identification.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePollEvery } from '../../feed/session-connection.ts'
import { call } from '../../lib/call.ts'
import { forgetIdentityForm, useSession } from '../../lib/session.ts'
import { refreshUserInfo } from '../../lib/user-info.ts'

const key = ['mine', 'identification']

/** Where the customer's identification stands; a decision comes by the customer's socket, else it is polled. */
export function useIdentification() {
  const user = useSession()?.user
  const pollEvery = usePollEvery(20_000)
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getIdentification, {}, { signal }),
    enabled: user !== undefined,
    staleTime: 5_000,
    refetchInterval: ({ state }) => state.data?.status === 'PENDING_REVIEW' && pollEvery,
  })
  const [status, known] = [query.data?.status, user?.kycStatus]
  useEffect(() => {
    // What the session shows of the customer (tier, country) changes with the decision.
    if (status !== undefined && known !== undefined && status !== known) void refreshUserInfo()
  }, [status, known])
  return query
}

/** Sends the form. A second sending of the same form is refused by its state, so that trying again is safe. */
export function useSendIdentification() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (form: IdentificationForm) => call(identification, form),
    meta: { handled: true },
    onSuccess: (own) => {
      forgetIdentityForm()
      client.setQueryData(key, own)
    },
    onError: () => client.invalidateQueries({ queryKey: key }),
  })
}
