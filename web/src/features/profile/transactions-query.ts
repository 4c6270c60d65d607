import type { AccountMode } from '@evenhand/protocol/money.ts'
import { transactionKinds, transactions, type TransactionKind } from '@evenhand/protocol/settings.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { usePollEvery } from '../../feed/session-connection.ts'
import { productNow } from '../../feed/quote-store.ts'
import { call, callForText } from '../../lib/call.ts'
import { useAccountMode } from '../../lib/session.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

export const pageSize = 20
export const periods = ['7', '30', '90', '365'] as const
export const coins = ['USDT', 'BTC', 'ETH'] as const

export type TransactionFilter = {
  kind: TransactionKind | undefined
  coin: (typeof coins)[number] | undefined
  days: (typeof periods)[number] | undefined
}

type Search = Partial<Record<'kind' | 'coin' | 'days', string | undefined>>

/** The filter an address names; what it does not know is no filter. The virtual account has one coin. */
export const filterOf = (search: Search, mode: AccountMode): TransactionFilter => ({
  kind: transactionKinds.find((kind) => kind === search.kind),
  coin: mode === 'virtual' ? undefined : coins.find((coin) => coin === search.coin),
  days: periods.find((days) => days === search.days),
})

const requestOf = ({ kind, coin, days }: TransactionFilter) => ({
  ...(kind === undefined ? {} : { kind }),
  ...(coin === undefined ? {} : { coin }),
  ...(days === undefined ? {} : { from: productNow() - Number.parseInt(days, 10) * dayMs }),
})

/** A page of what moved the account in use. `upTo`, of the first page, keeps later ones in place. */
export function useTransactions(
  filter: TransactionFilter,
  { page, upTo }: { page: number; upTo?: string | undefined },
) {
  const mode = useAccountMode()
  return useQuery({
    queryKey: ['mine', 'transactions', mode, filter.kind, filter.coin, filter.days, page, upTo],
    queryFn: ({ signal }) =>
      call(
        transactions,
        { ...requestOf(filter), page, size: pageSize, ...(upTo === undefined ? {} : { upTo }) },
        { signal },
      ),
    // What one account holds never stands under the name of the other, not even for a moment.
    placeholderData: (before, query) => (query?.queryKey[2] === mode ? keepPreviousData(before) : undefined),
    staleTime: 2_000,
    refetchInterval: usePollEvery(30_000),
  })
}

/** The same as a file. */
export const fetchTransactionsCsv = (filter: TransactionFilter): Promise<string> =>
  callForText(transactions, { ...requestOf(filter), format: 'csv' })
