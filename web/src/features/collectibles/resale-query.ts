import { listNftTransfers, listOwnOffers } from '@evenhand/protocol/collectible-resale.ts'
import { listNft } from '@evenhand/protocol/collectibles.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useLang } from '../../lib/settings.ts'
import { useIsReal } from './collectibles-query.ts'

const pollMs = 30_000

/** Whether owners sell any works now: only then the market has a filter for them. */
export function useHasResales(): boolean {
  const { data } = useQuery({
    queryKey: ['mine', 'nft', 'resales'],
    queryFn: ({ signal }) => call(listNft, { resale: 'true', page: 1, size: 1 }, { signal }),
    refetchInterval: pollMs,
  })
  return data !== undefined && ('total' in data ? data.total : data.length) > 0
}

/** How a work changed hands, newest first. */
export const useTransfers = (nftId: string, count: number) =>
  useQuery({
    queryKey: ['mine', 'nft', 'transfers', nftId, count],
    queryFn: ({ signal }) => call(listNftTransfers, { id: nftId }, { signal }),
    refetchInterval: pollMs,
  })

/** The customer's own offers of works, newest first. */
export function useOwnOffers() {
  const lang = useLang()
  return useQuery({
    queryKey: ['mine', 'nft', 'own-offers', lang],
    queryFn: async ({ signal }) => {
      const response = await call(listOwnOffers, { page: 1, size: 100 }, { signal })
      return 'rows' in response ? response.rows : response
    },
    enabled: useIsReal(),
    refetchInterval: pollMs,
  })
}
