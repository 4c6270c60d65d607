import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { openPgListener } from '../../kernel/db/pg-listener.ts'
import { systemClock } from '../../kernel/time/clock.ts'
import { owned } from '../../kernel/db/db.ts'
import { silentLog } from '../../kernel/log.ts'
import { createDelivery } from './deliver.ts'
import { createNotificationCatalogue } from './notification-catalogue.ts'

const database = await testDatabase()
afterAll(() => database.close())

test('what a process sends as it stops is received by the others', async () => {
  const onMessage: string[] = []
  const line = openPgListener({
    url: database.url(),
    role: 'api',
    channel: 'sent_at_last',
    clock: systemClock,
    log: silentLog,
    onMessage: (payload) => void onMessage.push(payload),
    onGap: () => {},
  })
  await expect.poll(() => line.isCurrent()).toBe(true)
  const stopping = createDelivery({
    db: owned<'notices'>(database.pools.api),
    catalogue: createNotificationCatalogue(),
    log: silentLog,
    channel: 'sent_at_last',
  })
  stopping.publish([{ what: 'balances', accountId: 7n, mode: 'real' }])
  await stopping.stop()
  await expect.poll(() => onMessage).toEqual([expect.stringMatching(/^[0-9a-f]{8} balances 7 real$/)])
  await line.close()
})
