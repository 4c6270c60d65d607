import { getCharity, listCharities } from '@evenhand/protocol/charities.ts'
import {
  getNft,
  listNft,
  listNftBids,
  listOwnBids,
  listOwnNft,
  type Collectible,
} from '@evenhand/protocol/collectibles.ts'
import type { TokenDelivery } from '@evenhand/protocol/collectible-tokens.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { usePollEvery } from '../../feed/session-connection.ts'
import { call } from '../../lib/call.ts'
import { useAccountMode, useSession } from '../../lib/session.ts'
import { useLang } from '../../lib/settings.ts'
import type { Filter } from './market-search.ts'

export const pageSize = 24
const listPollMs = 10_000
/** A bid of another comes by the socket to customers who take part; visitors see it within this. */
const livePollMs = 3_000
const quietPollMs = 30_000

const pageOf = <T>(response: readonly T[] | { rows: readonly T[]; total: number }) =>
  'rows' in response ? response : { rows: response, total: response.length }

/** A page of what is or was offered, in the page's language. */
export function useMarket({ page, sort, status, resale }: Filter) {
  const lang = useLang()
  return useQuery({
    queryKey: ['mine', 'nft', 'list', lang, status, resale, sort, page],
    queryFn: async ({ signal }) => {
      const narrowed = { ...(status && { status }), ...(resale && { resale: 'true' as const }) }
      return pageOf(await call(listNft, { page, size: pageSize, sort, ...narrowed }, { signal }))
    },
    placeholderData: keepPreviousData,
    refetchInterval: listPollMs,
  })
}

/** How often a work is requested again: an auction that runs by seconds, any other seldom. */
const pollOf = (work: Collectible | undefined): number => (work?.status === 'LIVE' ? livePollMs : quietPollMs)

/** One work. */
export function useWork(id: string) {
  const lang = useLang()
  return useQuery({
    queryKey: ['mine', 'nft', 'work', id, lang],
    queryFn: ({ signal }) => call(getNft, { id }, { signal }),
    refetchInterval: ({ state }) => pollOf(state.data),
  })
}

/** The newest bids of a work, as many as are shown. */
export function useBids({ id, bidCount, status }: Collectible, shown: number) {
  return useQuery({
    queryKey: ['mine', 'nft', 'bids', id, shown, bidCount],
    queryFn: async ({ signal }) => pageOf(await call(listNftBids, { id, page: 1, size: shown }, { signal })),
    placeholderData: keepPreviousData,
    refetchInterval: status === 'LIVE' ? livePollMs : false,
  })
}

/** Whether the caller may own works: they are the real account's. */
export const useIsReal = (): boolean => {
  const mode = useAccountMode()
  return useSession() !== undefined && mode === 'real'
}

/** The customer's part in the auction of one work, if any. */
export function useOwnBid(nftId: string) {
  const lang = useLang()
  const poll = usePollEvery(livePollMs)
  return useQuery({
    queryKey: ['mine', 'nft', 'bid', nftId, lang],
    queryFn: async ({ signal }) => pageOf(await call(listOwnBids, { nftId }, { signal })).rows[0] ?? null,
    enabled: useIsReal(),
    refetchInterval: poll === false ? listPollMs : poll,
  }).data
}

/** The customer's part in every auction, newest first. */
export function useOwnBids() {
  const lang = useLang()
  return useQuery({
    queryKey: ['mine', 'nft', 'own-bids', lang],
    queryFn: async ({ signal }) => pageOf(await call(listOwnBids, { page: 1, size: 100 }, { signal })).rows,
    enabled: useIsReal(),
    refetchInterval: listPollMs,
  })
}

/** The works that the customer owns, newest first. */
export function useOwned() {
  const lang = useLang()
  return useQuery({
    queryKey: ['mine', 'nft', 'owned', lang],
    queryFn: async ({ signal }) => pageOf(await call(listOwnNft, { page: 1, size: 100 }, { signal })).rows,
    enabled: useIsReal(),
    refetchInterval: quietPollMs,
  })
}

/**
 * The work if the customer owns it, with how far its delivery is; read again while that is under way. `isKnown`: it has been
 * known, or need not be requested.
 */
export function useOwnedWork(nftId: string, isSold: boolean) {
  const lang = useLang()
  const isEnabled = useIsReal() && isSold
  const { data } = useQuery({
    queryKey: ['mine', 'nft', 'owned-one', nftId, lang],
    queryFn: async ({ signal }) => pageOf(await call(listOwnNft, { nftId }, { signal })).rows[0] ?? null,
    enabled: isEnabled,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.delivery) ? livePollMs : quietPollMs),
  })
  return { owned: data ?? undefined, isKnown: !isEnabled || data !== undefined }
}

const isUnderWay = (delivery: TokenDelivery | null | undefined): boolean =>
  delivery?.status === 'REQUESTED' || delivery?.status === 'SENT'

/** What all charities received, and each of them. */
export const useCharities = () =>
  useQuery({
    queryKey: ['mine', 'nft', 'charities'],
    queryFn: ({ signal }) => call(listCharities, {}, { signal }),
    refetchInterval: quietPollMs,
  })

/** One charity with every price it received and every payment to it. */
export function useCharity(id: string) {
  const lang = useLang()
  return useQuery({
    queryKey: ['mine', 'nft', 'charity', id, lang],
    queryFn: ({ signal }) => call(getCharity, { id }, { signal }),
    refetchInterval: quietPollMs,
  })
}
