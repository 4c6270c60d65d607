import { expiryNoticeMs } from '@evenhand/proofs/contracts/expiry.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { sql } from '../../kernel/db/db.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import type { KnownContracts } from './account-now.ts'
import { modeOfAsset } from './contracts.store.ts'

type Row = { account_id: bigint; id: string; asset: number; instrument_id: number; lots: bigint; expires_at: Date }

/**
 * Notifies of futures that expire within five days, each position once, in the transaction that marks it: a downtime
 * delays the notice and loses none. One that opened later is not announced, its ticket has just stated when it ends.
 */
export async function notifyExpiry({ db, clock, enqueueNotices, instrumentOf }: KnownContracts): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const until = dateOf(clock.now() + expiryNoticeMs)
    const { rows } = await sql<Row>`
      select * from contracts.note_expiring(${until}, ${expiryNoticeMs} * interval '1 ms')`.execute(tx)
    if (rows.length === 0) return
    await enqueueNotices?.(
      tx as never,
      rows.map(({ account_id, id, asset, instrument_id, lots, expires_at }) => ({
        accountId: account_id,
        template: 'contract.expiring' as const,
        params: {
          orderId: id,
          mode: modeOfAsset(asset),
          code: instrumentOf(instrument_id).code,
          lots: formatUnits(lots, 2),
          expiresAt: msOf(expires_at),
        },
        ref: `contract.expiring ${id}`,
      })),
    )
  })
}
