import { fundPasswordStatus } from '@evenhand/protocol/fund-password.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'

/** Whether a fund password is set, and until when it is locked. */
export const useFundPassword = () =>
  useQuery({
    queryKey: ['mine', 'fundPassword'],
    queryFn: ({ signal }) => call(fundPasswordStatus, {}, { signal }),
    staleTime: 5_000,
  })
