import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { manualClock } from '../../kernel/time/clock.ts'
import { owned } from '../../kernel/db/db.ts'
import { countReceipts } from './receipt-days.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

it('counts receipts by day, and as late only those that left after half a second', async () => {
  const clock = manualClock(1_770_000_000_000)
  const receipts = countReceipts({ db: owned<'options'>(database.pools.api), clock })
  receipts.note(3, 500)
  receipts.note(2, 501)
  await receipts.store()
  receipts.note(1, 20)
  await receipts.store()
  expect(await receipts.late.read(clock.now())).toBe('2/6')
  clock.advance(86_400_000)
  expect(await receipts.late.read(clock.now())).toBe('0/0')
})

it('stores later what could not be stored, beside what came meanwhile', async () => {
  const clock = manualClock(1_780_000_000_000)
  const receipts = countReceipts({ db: owned<'options'>(database.pools.api), clock })
  receipts.note(4, 900)
  await database.asOwner('revoke insert on options.receipt_days from api')
  await expect(receipts.store()).rejects.toThrow('permission denied')
  await database.asOwner('grant insert on options.receipt_days to api')
  receipts.note(1, 20)
  await receipts.store()
  await receipts.store()
  expect(await receipts.late.read(clock.now())).toBe('4/5')
})
