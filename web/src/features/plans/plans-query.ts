import { listPlanProducts, listSmartOrder, previewExitSmart } from '@evenhand/protocol/plans.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useAccountMode, useSession } from '../../lib/session.ts'
import { useLang } from '../../lib/settings.ts'

export const pageSize = 20
/** What is left of a product changes with every subscription. */
const productPollMs = 15_000
/** A yield is paid once a day; a message that a balance changed may be missed. */
const planPollMs = 20_000

const rowsOf = <T>(response: readonly T[] | { rows: readonly T[] }): readonly T[] =>
  'rows' in response ? response.rows : response

/** What is offered, the shortest first, in the page's language; to a customer also what they still hold. */
export function usePlanProducts() {
  const lang = useLang()
  const signedIn = useSession() !== undefined
  return useQuery({
    queryKey: ['mine', 'plans', 'products', lang, signedIn],
    queryFn: ({ signal }) => call(listPlanProducts, { lang }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: productPollMs,
  })
}

const useIsReal = (): boolean => {
  const mode = useAccountMode()
  return useSession() !== undefined && mode === 'real'
}

/** The plans that earn now, newest first. The virtual account has none and is not requested. */
export function useRunningPlans() {
  const lang = useLang()
  return useQuery({
    queryKey: ['mine', 'orders', 'real', 'plans', 'running', lang],
    queryFn: async ({ signal }) => rowsOf(await call(listSmartOrder, { status: 'EARNING', lang }, { signal })),
    enabled: useIsReal(),
    refetchInterval: planPollMs,
  })
}

/** A page of all plans of the customer, newest first. */
export function usePlanPage(page: number) {
  const lang = useLang()
  return useQuery({
    queryKey: ['mine', 'orders', 'real', 'plans', 'all', lang, page],
    queryFn: async ({ signal }) => {
      const response = await call(listSmartOrder, { lang, page, size: pageSize }, { signal })
      return 'rows' in response ? response : { rows: response, total: response.length }
    },
    enabled: useIsReal(),
    placeholderData: keepPreviousData,
    refetchInterval: planPollMs,
  })
}

/** What leaving comes to now. It is another with each day, so it is never taken from memory. */
export const useExitPreview = (id: string) =>
  useQuery({
    queryKey: ['mine', 'orders', 'real', 'plans', 'exit', id],
    queryFn: ({ signal }) => call(previewExitSmart, { id }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: planPollMs,
  })
