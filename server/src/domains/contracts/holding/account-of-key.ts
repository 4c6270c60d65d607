import type { EngineAccount } from '@evenhand/proofs/contracts/engine/book.ts'

/** Whose balance a key of the book is: the account and the number of its asset. */
export function accountOfKey({ key }: Pick<EngineAccount, 'key'>): { account: string; asset: number } {
  const [account = '', asset = ''] = key.split('/')
  return { account, asset: Number(asset) }
}
