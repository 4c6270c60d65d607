import { failedDeliveries, retryDeliveries, type FailedKind } from '@evenhand/protocol/failed-deliveries.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Tries deliveries of a kind again, by their keys, and reads the list anew. */
export function useRetry(kind: FailedKind) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (keys: string[]) => call(retryDeliveries, { kind, keys }),
    onSettled: () => queries.invalidateQueries({ queryKey: [failedDeliveries.path] }),
  })
}
