import type { DepositAddress } from '@evenhand/protocol/deposits.ts'
import { fundMethods, maxUnverified, type FundCoin, type FundMethod } from '@evenhand/protocol/funds.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { DepositLimit, DepositsDeps } from './deposits.deps.ts'
import { depositedSince, type DepositsDb } from './deposits.store.ts'

/** What stands in an address's place where no chain is behind it: no wallet takes it for an address. */
const sandboxAddress = (method: FundMethod): string => `sandbox-${method.chain}-send-nothing-here`

/** The ways in that can be used here: all in a sandbox, in a live installation those with an address. */
export const offeredMethods = ({
  addresses,
  sandbox,
}: Pick<DepositsDeps, 'addresses' | 'sandbox'>): readonly FundMethod[] =>
  fundMethods.filter(({ chain }) => sandbox || addresses[chain]?.shared !== undefined || addresses[chain]?.own === true)

/** Whether new deposits of a coin are stopped: customers own more of it than custody keeps. */
export const isStopped = async ({ ledger }: Pick<DepositsDeps, 'ledger'>, coin: FundCoin, tx?: DepositsDb) =>
  (await ledger.uncovered(coin, tx)) > 0n

type Fitting = { customerId: string; usdt: bigint | undefined; spendLimits: readonly DepositLimit[] }

/** Refuses 40004 what goes beyond one of the customer's own limits; money of unknown worth is beyond any. */
export async function mustFit(db: DepositsDb, { customerId, usdt, spendLimits }: Fitting): Promise<void> {
  for (const { since, max, refusal } of spendLimits)
    if (usdt === undefined || (await depositedSince(db, { customerId, since })) + usdt > max) throw refusal()
}

/**
 * Where coins of a method are sent: the signed-in customer's own address where the chain is watched, else the one for all.
 * No address while something stands in the way of depositing, so that no customer sends what the form would refuse.
 */
export async function depositAddress(deps: DepositsDeps, method: FundMethod, call: Call): Promise<DepositAddress> {
  const [mayBe, stopped] = await Promise.all([mayRequest(deps, call), isStopped(deps, method.coin)])
  const isOpen = mayBe && !stopped
  const own = isOpen ? await ownAddress(deps, method, call) : null
  const shared = deps.addresses[method.chain]?.shared
  const sandbox = own === null && shared === undefined
  return {
    method: method.method,
    coin: method.coin,
    network: method.network,
    address: isOpen ? (own ?? shared ?? (deps.sandbox ? sandboxAddress(method) : null)) : null,
    own: own !== null,
    sandbox: sandbox && deps.sandbox,
    stopped,
    min: moneyText({ asset: method.coin, units: method.minDeposit }),
    confirmations: method.confirmations,
    maxUnverified: moneyText({ asset: 'USDT', units: maxUnverified }),
  }
}

async function mayRequest(deps: DepositsDeps, { session, ip }: Call): Promise<boolean> {
  if (session.customerId === '') return true
  const { customerId } = session
  try {
    const spendLimits = await deps.mayDeposit({ session, ip })
    await mustFit(deps.db, { customerId, usdt: 1n, spendLimits })
    return true
  } catch (cause) {
    if (cause instanceof Refusal) return false
    throw cause
  }
}

async function ownAddress(deps: DepositsDeps, { chain }: FundMethod, { session }: Call): Promise<string | null> {
  if (deps.addresses[chain]?.own !== true || session.customerId === '') return null
  const { rows } = await sql<{ address: string | null }>`
    select wallet.give_address(${chain}, ${session.customerId}, ${dateOf(deps.clock.now())}) as address`.execute(
    deps.db,
  )
  if (rows[0]?.address === null) deps.log.error({ chain }, 'no address is left to give to customers: add more')
  return rows[0]?.address ?? null
}
