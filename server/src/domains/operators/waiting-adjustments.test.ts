import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { owned } from '../../kernel/db/db.ts'
import { silentLog } from '../../kernel/log.ts'
import { manualClock } from '../../kernel/time/clock.ts'
import { executeAdjustments } from './announced-adjustments.ts'

const database = await testDatabase()
afterAll(() => database.close())

test('adjustments that wait, however many, keep none behind them from being carried out', async () => {
  const clock = manualClock(1_830_000_000_000)
  // Without their requests, of which the one behind is tried and refused.
  await database.asOwner(
    `set session_replication_role = replica;
     insert into operators.debits (request_id, customer_id, account_id, asset, units, entry_seq, announced_at, due_at, objection_id)
     select ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid, gen_random_uuid(), 1, 1, 1, 1, t, t + interval '1 day',
       case when n <= 300 then gen_random_uuid() end
     from generate_series(1, 301) n, lateral (select to_timestamp(1820000000) + n * interval '1 second' as t) at`,
  )
  const tried: unknown[] = []
  await executeAdjustments({
    db: owned<'operators'>(database.pools.console),
    clock,
    log: { ...silentLog, error: (fields) => void tried.push(fields) },
    enqueueNotices: () => expect.unreachable(),
  })
  expect(tried).toMatchObject([{ adjustment: '00000000-0000-0000-0000-000000000301' }])
})
