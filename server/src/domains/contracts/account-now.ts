import { accountState, profitOf, type AccountState, type Marked } from '@evenhand/proofs/contracts/account.ts'
import { sidesOf } from '@evenhand/proofs/contracts/price.ts'
import type { MarginState } from '@evenhand/protocol/contracts.ts'
import { formatUnits, mulDiv, type AccountMode } from '@evenhand/protocol/money.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { Instrument } from '../markets/index.ts'
import { instrumentUnder, rateNow } from './contract-instrument.ts'
import type { Contract, ContractsDeps } from './contracts.deps.ts'
import { usdtText } from './contracts.rules.ts'
import { openContracts } from './contracts.store.ts'

export type KnownContracts = ContractsDeps & { instrumentOf: (id: number) => Instrument }

/** An open position at the newest price; at its opening price where there is none. */
export function markOf(deps: KnownContracts, contract: Contract): Marked | undefined {
  const { markets } = deps
  const instrument = deps.instrumentOf(contract.instrumentId)
  const price = markets.latest(instrument.code)?.price ?? contract.open?.price
  const rate = rateNow(markets, instrument)
  if (contract.status !== 'OPEN' || price === undefined || rate === undefined) return undefined
  const holding = {
    side: contract.side,
    units: contract.units ?? 0n,
    open: contract.openPrice ?? 0n,
    precision: instrument.precision,
    margin: contract.margin ?? 0n,
    financing: contract.financing ?? 0n,
  }
  return { holding, sides: sidesOf(instrumentUnder(deps, contract), price), rate }
}

/** What a position is worth beyond its opening, at the newest price. */
export const profitNow = (marked: Marked): bigint => profitOf(marked.holding, marked.sides, marked.rate)

/** `cash`: what may be traded with, margin included; `held`: what orders that wait for their tick have set aside beside it. */
export type AccountNow = { cash: bigint; held: bigint; marked: Marked[]; contracts: Contract[]; state: AccountState }

type AccountParams = { accountId: bigint; mode: AccountMode }

/** Accounts as contracts see them now: what may be traded with, their positions at the newest prices, their margin. */
export async function accountsNow(deps: KnownContracts, accounts: readonly AccountParams[]): Promise<AccountNow[]> {
  const states = await openContracts(deps.db, accounts)
  return states.map(({ contracts, debt, tradable }) => {
    const marked = contracts.flatMap((contract) => markOf(deps, contract) ?? [])
    const cash = tradable - debt + marked.reduce((sum, { holding }) => sum + holding.margin, 0n)
    const held = contracts.reduce((sum, contract) => sum + (contract.held ?? 0n), 0n)
    return { cash, held, marked, contracts, state: accountState(cash, marked, held) }
  })
}

/** One account as contracts see it now. */
export async function accountNow(deps: KnownContracts, params: AccountParams): Promise<AccountNow> {
  return (await accountsNow(deps, [params]))[0] as AccountNow
}

/** The state of an account as the wire shows it. */
export const viewMargin = (state: AccountState, positions: readonly Marked[]): MarginState => ({
  equity: usdtText(state.equity),
  margin: usdtText(state.margin),
  free: usdtText(state.free),
  profit: usdtText(state.profit),
  financing: usdtText(positions.reduce((sum, { holding }) => sum + holding.financing, 0n)),
  level: state.level === null ? null : formatUnits(mulDiv(state.level, 1n, 100n, 'floor'), 2),
})

/** Equity, margin, free margin and level of the caller's account now. */
export async function accountMargin(deps: KnownContracts, call: Call): Promise<MarginState> {
  const account = await accountNow(deps, { accountId: call.session.accountId, mode: call.mode })
  return viewMargin(account.state, account.marked)
}
