import type { DepositCeiling } from './deposits.deps.ts'
import { depositedSince, type WalletDb } from './deposits.store.ts'

type Fitting = { customerId: string; usdt: bigint | undefined; ceilings: readonly DepositCeiling[] }

/** Refuses 40004 what goes beyond one of the customer's own limits; money of unknown worth is beyond any. */
export async function mustFit(db: WalletDb, { customerId, usdt, ceilings }: Fitting): Promise<void> {
  for (const { since, most, refusal } of ceilings)
    if (usdt === undefined || (await depositedSince(db, { customerId, since })) + usdt > most) throw refusal()
}
