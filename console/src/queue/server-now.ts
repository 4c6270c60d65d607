import { serviceLevels } from '@evenhand/protocol/operator-result.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/call.ts'
import { useNow } from '../lib/when.tsx'

/**
 * The present moment by the server's clock, which is what deadlines are counted by; this browser's until it is known.
 * A browser whose clock is wrong, or a sandbox whose clock was moved, shows the same time left as every other browser.
 */
export function useServerNow(everyMs: number): number {
  const now = useNow(everyMs)
  const { data, dataUpdatedAt } = useQuery({
    queryKey: [serviceLevels.path],
    queryFn: ({ signal }) => call(serviceLevels, {}, signal),
    staleTime: 300_000,
  })
  return data === undefined ? now : now + data.at - dataUpdatedAt
}
