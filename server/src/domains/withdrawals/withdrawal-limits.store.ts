import { withdrawalLimits } from '@evenhand/protocol/withdrawals.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { UsdtPrices } from './withdrawals.deps.ts'
import type { WithdrawalsDb } from './withdrawals.store.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** Prices as the database takes them. */
export const priceList = (prices: UsdtPrices) => sql`${[...prices]}::bigint[]`

/** What counts against the limit of a day, in smallest units of USDT; null where a price it takes is not known. */
export async function usedOfLimit(
  db: WithdrawalsDb,
  params: { customerId: string; now: number; prices: UsdtPrices },
): Promise<bigint | null> {
  const { rows } = await sql<{ used: bigint | null }>`
    select wallet.withdrawn_usdt(${params.customerId}, ${dateOf(params.now - dayMs)}, 'infinity', ${priceList(params.prices)},
      null, true)::bigint as used`.execute(db)
  return rows[0]?.used ?? null
}

/**
 * Smallest units of USDT that may leave in 24 hours without going back to where they came from: the limit of the
 * customer's tier, or a higher one that two of risk have signed for a verified customer.
 */
export async function limitOfDay(
  db: WithdrawalsDb,
  { customerId, tier }: { customerId: string; tier: 'BASIC' | 'VERIFIED' },
): Promise<bigint> {
  if (tier === 'BASIC') return withdrawalLimits.BASIC
  const { rows } = await sql<{ max: bigint | null }>`select wallet.raised_limit(${customerId}) as max`.execute(db)
  const raised = rows[0]?.max ?? 0n
  return raised > withdrawalLimits.VERIFIED ? raised : withdrawalLimits.VERIFIED
}

/** What of a customer's deposits from an address may go back to it free of the limit of a day, in smallest units of the coin. */
export async function leftToOrigin(
  db: WithdrawalsDb,
  params: { customerId: string; coin: string; network: string; address: string },
): Promise<bigint> {
  const { rows } = await sql<{ left: bigint }>`
    select wallet.left_to_origin(${params.customerId}, ${params.coin}, ${params.network}, ${params.address}) as "left"`.execute(
    db,
  )
  return rows[0]?.left ?? 0n
}

/** Whether money of a customer has reached an address before: then a change of what protects the account holds nothing up. */
export async function wasPaidTo(
  db: WithdrawalsDb,
  params: { customerId: string; network: string; address: string; memo: string | undefined },
): Promise<boolean> {
  const { rows } = await sql<{ paid: boolean }>`
    select wallet.was_paid_to(${params.customerId}, ${params.network}, ${params.address}, ${params.memo ?? null}) as paid`.execute(
    db,
  )
  return rows[0]?.paid === true
}
