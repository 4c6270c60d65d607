import { accounts } from '@evenhand/protocol/accounts.ts'
import { tradingAsset } from '@evenhand/protocol/money.ts'
import { useQuery } from '@tanstack/react-query'
import { usePollEvery } from '../../feed/session-connection.ts'
import { call } from '../../lib/call.ts'
import { useAccountMode, useSession } from '../../lib/session.ts'

/** What the account in use can trade with now, as decimal text; undefined for a visitor and until it is known. */
export function useFreeBalance(): string | undefined {
  const mode = useAccountMode()
  const signedIn = useSession() !== undefined
  const every = usePollEvery(30_000)
  const { data } = useQuery({
    queryKey: ['mine', 'accounts'],
    queryFn: ({ signal }) => call(accounts, {}, { signal }),
    staleTime: 5_000,
    refetchInterval: every,
    enabled: signedIn,
  })
  if (!signedIn || !data) return undefined
  return data[mode].find(({ asset }) => asset === tradingAsset(mode))?.free ?? '0'
}
