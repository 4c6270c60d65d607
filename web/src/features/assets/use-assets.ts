import { assets } from '@evenhand/protocol/assets.ts'
import { useQuery } from '@tanstack/react-query'
import { usePollEvery } from '../../feed/session-connection.ts'
import { call } from '../../lib/call.ts'
import { useAccountMode } from '../../lib/session.ts'

/** What the account in use has of each asset, and what it comes to in USDT. */
export function useAssets() {
  const mode = useAccountMode()
  return useQuery({
    queryKey: ['mine', 'assets', mode],
    queryFn: ({ signal }) => call(assets, {}, { signal }),
    staleTime: 5_000,
    refetchInterval: usePollEvery(30_000),
  })
}
