import { moneyText, type Asset } from '@evenhand/protocol/money.ts'
import { refuse, type Refusal } from '../../kernel/http/refusal.ts'
import type { Balance } from './ledger.store.ts'

type Short = {
  /** What a product states when the money is really not there. */
  key: 'insufficientBalance' | 'fundsShort' | 'marginInsufficient'
  asset: Asset
  needed: bigint
  /** What of the asset the product may use now. */
  usable: bigint
  balances: readonly Balance[]
  /** Whether the product takes borrowed money where the customer chooses it, so that it is no reason to refuse. */
  takesLoanMoney?: boolean
}

/**
 * Why a customer's money does not cover what is requested, the same in every product: it is there and waits for him to be
 * verified (10022, 30003), it is there with what a loan lent (40032), or it is not there, which is the product's own code.
 */
export async function shortRefusal(
  { key, asset, needed, usable, balances, takesLoanMoney = false }: Short,
  identityRefusal: () => Promise<Refusal | undefined>,
): Promise<Refusal> {
  const freeOf = (name: Asset): bigint => balances.find((one) => one.asset === name)?.free ?? 0n
  const waits = usable < needed && needed <= freeOf(asset)
  const unverified = waits ? await identityRefusal() : undefined
  if (unverified !== undefined) return unverified
  const lent = asset === 'USDT' && !takesLoanMoney ? freeOf('USDT.loan') : 0n
  const isLent = lent > 0n && usable < needed && usable + lent >= needed
  const values = { free: moneyText({ asset, units: usable }), needed: moneyText({ asset, units: needed }) }
  return refuse(isLent ? 'loanMoneyNotTradable' : key, key === 'insufficientBalance' ? { free: values.free } : values)
}
