import { accounts } from '@evenhand/protocol/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { usePollEvery } from '../feed/session-connection.ts'
import { call } from './call.ts'

/** Balances of both accounts. Everything under `mine` is forgotten when the session ends. */
export const useBalances = () =>
  useQuery({
    queryKey: ['mine', 'accounts'],
    queryFn: ({ signal }) => call(accounts, {}, { signal }),
    staleTime: 5_000,
    refetchInterval: usePollEvery(30_000),
  })

export type Balance = { asset: string; free: string; held: string }

const isZero = (text: string) => /^0*\.?0*$/.test(text)

/** True when nothing is on an account: then the virtual one is offered instead. */
export const isEmpty = (balances: readonly Balance[]): boolean =>
  balances.every((balance) => isZero(balance.free) && isZero(balance.held))

/** What is left of money that was lent, a balance beside the real account; undefined where there is none. */
export function loanMoney(data: { readonly loan: readonly Balance[] } | undefined): string | undefined {
  const free = data?.loan.find(({ asset }) => asset === 'USDT.loan')?.free
  return free === undefined || isZero(free) ? undefined : free
}

/** What of an account in USDT can be used now. */
export const freeUsdt = (balances: readonly Balance[]): string =>
  balances.find(({ asset }) => asset.split('.')[0] === 'USDT')?.free ?? '0'
