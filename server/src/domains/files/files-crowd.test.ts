import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as fixture from '../../../test/fixtures/images.ts'
import { identityPeople } from '../../../test/fixtures/identity-customers.ts'
import { createUploads, type Sent } from '../../../test/uploads.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'
import { manualClock } from '../../kernel/time/clock.ts'
import { createLimits } from '../../kernel/http/rate-limits.ts'
import { createSending } from './sending.ts'

let whole: WholeProduct
let people: ReturnType<typeof identityPeople>
const { upload, to } = createUploads()
const dir = mkdtempSync(join(tmpdir(), 'evenhand-crowd-'))
beforeAll(async () => {
  whole = await wholeProduct({ DATA_DIR: dir })
  people = identityPeople(whole)
  await whole.product.app.listen({ port: 0, host: '127.0.0.1' })
  to.port = (whole.product.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await whole.close()
  rmSync(dir, { recursive: true })
})

const countOf = async (customerId: string): Promise<number> => {
  const rows = await whole.database.asOwner('select count(*)::int as n from files.files where customer_id = $1', [
    customerId,
  ])
  return (rows[0] as { n: number }).n
}

test('of fifty files at once some are kept, the others refused as too many, and prices are served meanwhile', async () => {
  const [amy, ben] = [await people.signIn('amy'), await people.signIn('ben')]
  const [good, bomb] = [await fixture.jpeg(), await fixture.finelyCutJ2k()]
  const before = process.memoryUsage.rss()
  const waits: number[] = []
  let busy = true
  const polling = (async () => {
    while (busy) {
      const began = performance.now()
      await people.get('user/accounts', amy)
      waits.push(performance.now() - began)
      await new Promise((later) => setTimeout(later, 20))
    }
  })()
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      upload('kyc', index % 3 === 2 ? bomb : good, { token: index % 2 === 0 ? amy : ben }),
    ),
  )
  busy = false
  await polling
  const options = (code: number): Sent[] => responses.filter((response) => response.code === code)
  expect(options(200).length).toBeGreaterThan(0)
  expect(options(200).length + options(40019).length + options(40029).length).toBe(50)
  for (const { params } of options(40029)) expect(params).toMatchObject({ retryAfterS: 5 })
  const kept = (await countOf(await people.customerIdOf(amy))) + (await countOf(await people.customerIdOf(ben)))
  expect(kept).toBe(options(200).length)
  expect(readdirSync(join(dir, 'incoming'))).toEqual([])
  expect(process.memoryUsage.rss() - before).toBeLessThan(300 * 1024 * 1024)
  expect(Math.max(...waits)).toBeLessThan(3000)
  // A caller who comes again is served: no permit was lost.
  expect((await upload('kyc', good, { token: amy })).code).toBe(200)
})

test('two hundred files are kept of one customer, and erased ones make room', async () => {
  const ben = await people.signIn('ben')
  const customerId = await people.customerIdOf(ben)
  const mine = (await upload('deposit', await fixture.jpeg(300, 200), { token: ben })).result.fileId
  await whole.database.asOwner(
    `insert into files.files (id, customer_id, purpose, type, size, sha256, key_id, wrapped_key, created_at)
     select gen_random_uuid(), customer_id, purpose, type, size, sha256, key_id, wrapped_key, created_at
     from files.files, generate_series(1, 200 - (select count(*)::int from files.files where customer_id = $1)) where id = $2`,
    [customerId, mine],
  )
  expect(await upload('deposit', await fixture.jpeg(300, 200), { token: ben })).toMatchObject({
    code: 40038,
    params: { limit: 'files', max: 200 },
  })
  expect(await whole.product.files.erase([mine])).toBe(1)
  expect((await upload('deposit', await fixture.jpeg(300, 200), { token: ben })).code).toBe(200)
})

test('a hundred files a day are taken of one customer, three at a time', () => {
  const clock = manualClock(0)
  const begin = createSending(createLimits({ clock, on: true }))
  const as = (customerId: string) => begin(customerId)
  const three = [as('amy'), as('amy'), as('amy')]
  expect(() => as('amy')).toThrow('tooMany')
  for (const end of three) end()
  for (let count = 3; count < 100; count++) as('amy')()
  expect(() => as('amy')).toThrow('tooMany')
  as('ben')()
  clock.advance(24 * 3_600_000)
  as('amy')()
})

test('where the machine starts no process a picture is refused for now, as no fault of its own, and taken later', async () => {
  const amy = await people.signIn('amy')
  const good = await fixture.jpeg()
  const { execPath } = process
  process.execPath = '/nowhere/node'
  try {
    expect(await upload('kyc', good, { token: amy })).toMatchObject({ code: 40029, params: { retryAfterS: 5 } })
  } finally {
    process.execPath = execPath
  }
  expect((await upload('kyc', good, { token: amy })).code).toBe(200)
})
