import { expiryNoticeMs } from '@evenhand/proofs/contracts/expiry.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { apart, failuresOf } from '../../kernel/concurrency/apart.ts'
import { sql } from '../../kernel/db/db.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import type { KnownContracts } from './account-now.ts'
import { modeOfAsset } from './contracts.store.ts'

type Row = { account_id: bigint; id: string; asset: number; instrument_id: number; lots: bigint; expires_at: Date }

/**
 * Notifies of futures that expire within five days, each position once, in the transaction that marks it: a downtime
 * delays the notice and loses none. One that opened later is not announced, its ticket has just stated when it ends. One
 * that fails stops no other.
 */
export async function notifyExpiry(deps: KnownContracts): Promise<void> {
  const until = dateOf(deps.clock.now() + expiryNoticeMs)
  const failures = failuresOf(deps.log, 'the expiry of a position could not be announced')
  const { rows: due } = await sql<{ id: string }>`
    select id from contracts.positions
    where expires_at <= ${until} and not expiry_noted and open_ts < expires_at - ${expiryNoticeMs} * interval '1 ms'
    order by expires_at limit 500`.execute(deps.db)
  await apart(due, {
    async run(some) {
      await notifySome(
        deps,
        some.map(({ id }) => id),
        until,
      )
      return []
    },
    failed: ({ id }, cause) => failures.add({ position: id }, cause),
  })
  failures.throwFirst()
}

async function notifySome(
  { db, enqueueNotices, instrumentOf }: KnownContracts,
  ids: readonly string[],
  until: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<Row>`
      select * from contracts.note_expiring(${[...ids]}::uuid[], ${until}, ${expiryNoticeMs} * interval '1 ms')`.execute(
      tx,
    )
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
