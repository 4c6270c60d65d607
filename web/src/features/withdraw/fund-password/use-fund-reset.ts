import { fundResetStatus } from '@evenhand/protocol/fund-reset.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'

/** Whether a new fund password can be requested by a picture, and what was requested last. */
export const useFundReset = () =>
  useQuery({
    queryKey: ['mine', 'fundPassword', 'selfie'],
    queryFn: ({ signal }) => call(fundResetStatus, {}, { signal }),
    staleTime: 5_000,
  })
