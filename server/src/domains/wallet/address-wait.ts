import { addressLimits } from '@evenhand/protocol/addresses.ts'
import type { Address } from './addresses.store.ts'
import type { QuoteDeps } from './quote-withdrawal.ts'
import { wasPaidTo } from './withdrawal-limits.store.ts'

const dayMs = addressLimits.coolingHours * 3_600_000

/**
 * From when on an address can be withdrawn to, epoch ms: after its own day, and after a day from the last change of what
 * protects the account, unless money went there before.
 */
export async function usableFrom(deps: QuoteDeps, address: Address): Promise<number> {
  const now = deps.clock.now()
  const changedAt = await deps.protectionChangedAt(address.customerId)
  const until = (changedAt ?? -dayMs) + dayMs
  if (until <= now || until <= address.activeAt || (await wasPaidTo(deps.db, address))) return address.activeAt
  return until
}

/** An address as it can be used: one that is active by itself waits with the account. */
export async function withWait(deps: QuoteDeps, address: Address): Promise<Address> {
  const activeAt = await usableFrom(deps, address)
  return { ...address, activeAt, status: activeAt > deps.clock.now() ? 'COOLING' : 'ACTIVE' }
}
