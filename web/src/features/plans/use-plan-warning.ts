import { acknowledgeRisk, getSafeguards } from '@evenhand/protocol/safeguards.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Shared with the pages of safeguards, which change the same. */
const key = ['mine', 'safeguards']

/** How far the customer is with thinking plans over: warned, a day, and the word to go on. Undefined until it is known. */
export function usePlanCooling() {
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getSafeguards, {}, { signal }),
    staleTime: 0,
    refetchInterval: 30_000,
  })
  return data?.plans.coolingOff
}

/** Notes that the warning was shown, which begins the day (undefined), or the decision after it. */
export function useAcknowledge() {
  const queries = useQueryClient()
  return useMutation({
    meta: { handled: true },
    mutationFn: (confirm: boolean | undefined) =>
      call(acknowledgeRisk, confirm === undefined ? { product: 'plans' } : { product: 'plans', confirm }),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  })
}
