import type { EngineAccount } from '@evenhand/proofs/contracts/engine/book.ts'

type Balance = { account: string; asset: number; id: bigint }

// Every account of a book is read each second.
const known = new WeakMap<object, Balance>()

/** Whose balance a key of the book is: the account, also as a number, and the number of its asset. */
export function accountOfKey(engineAccount: Pick<EngineAccount, 'key'>): Balance {
  const found = known.get(engineAccount)
  if (found !== undefined) return found
  const [account = '', asset = ''] = engineAccount.key.split('/')
  const balance = { account, asset: Number(asset), id: BigInt(account) }
  known.set(engineAccount, balance)
  return balance
}
