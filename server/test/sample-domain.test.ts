import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSampleDomain, wishTables } from './fixtures/sample-domain/index.ts'
import { operatorPeople } from './fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

// What a stranger adds is one folder and one line: the product finds every part of it by its module.

const sample = createSampleDomain()
let whole: WholeProduct
let token = ''
let closed: Promise<void> | undefined
const close = (): Promise<void> => (closed ??= whole.close())
const wishes = 3

const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const response = await whole.product.app.inject({
    method,
    url: `/swx/customer/${path}`,
    headers: { virtually: 'YES', authorization: token, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return response.json<{ code: number; result: never }>()
}

beforeAll(async () => {
  whole = await wholeProduct({}, undefined, undefined, {
    extra: [sample.open],
    prepare: async (database) => {
      for (const statement of wishTables) await database.asOwner(statement)
    },
  })
  const { result } = await call('POST', 'login/login', { account: 'amy', password: 'amy-tries-things' })
  ;({ token } = result as { token: string })
  for (let made = 0; made < wishes; made++)
    expect(await call('POST', 'sample/wish', { text: `wish ${made}` })).toMatchObject({ code: 200 })
})
afterAll(close)

it('its calls return, and are in the reference', async () => {
  expect(await call('GET', 'sample/wishes')).toMatchObject({ code: 200, result: { count: wishes } })
  const reference = (await whole.product.app.inject('/docs/openapi.json')).json<{ paths: object }>()
  expect(Object.keys(reference.paths)).toContain('/swx/customer/sample/wish')
})

it('operators call it, by their roles, and the public reads that they can', async () => {
  const people = operatorPeople(whole.product.operators)
  expect(await (await people.signIn('sandbox-support')).get('sample/wishes')).toMatchObject({
    code: 200,
    result: [{ text: 'wish 0' }, { text: 'wish 1' }, { text: 'wish 2' }],
  })
  expect(await (await people.signIn('sandbox-kyc')).get('sample/wishes')).toMatchObject({ code: 10008 })
  const { calls } = (await call('GET', 'public/capabilities')).result as { calls: { path: string; roles: string[] }[] }
  expect(calls.find(({ path }) => path === '/swx/admin/sample/wishes')).toMatchObject({ roles: ['support', 'risk'] })
})

it('its queue waits on the dashboard, its charts and the public counts', async () => {
  const waiting = { open: wishes, overdue: 0 }
  const risk = await operatorPeople(whole.product.operators).signIn('sandbox-risk')
  const queueOf = (queues: { name: string }[]) => queues.find(({ name }) => name === 'wishes')
  expect(queueOf((await risk.get('sla')).result.queues)).toMatchObject({ ...waiting, promisedMs: 3_600_000 })
  const { days } = queueOf((await risk.get('trends')).result.queues) as unknown as { days: { open: number }[] }
  expect(days.at(-1)).toMatchObject({ open: wishes })
  const { queues } = (await call('GET', 'public/serviceLevels')).result as { queues: { queue: string }[] }
  expect(queues.find(({ queue }) => queue === 'wishes')).toMatchObject({ ...waiting, ended: 0, promisedHours: 1 })
})

it('its event is handled, and the notice of it reaches the customer once', async () => {
  const noticesShown = async () => {
    const { rows } = (await call('GET', 'notification/list?cat=ACCOUNT')).result as {
      rows: { templateKey: string; link: string; params: { text: string } }[]
    }
    return rows
      .flatMap(({ templateKey, link, params }) => (templateKey === 'sample.wish' ? `${params.text} ${link}` : []))
      .toSorted()
  }
  await expect
    .poll(noticesShown, { timeout: 60_000 })
    .toEqual(['wish 0 /profile', 'wish 1 /profile', 'wish 2 /profile'])
})

it('its job runs, and its gauge is read where metrics are', async () => {
  await sample.counted.next(60_000)
  await sample.counted.next(60_000)
  expect((await whole.product.operators.inject('/metrics')).body).toContain(`evenhand_sample_wishes ${wishes}`)
})

it('its rows are in the customer’s own export, and its parameter is public', async () => {
  expect(await call('POST', 'user/proof', { password: 'amy-tries-things' })).toMatchObject({ code: 200 })
  const exported: object[] = []
  let after: string | null | undefined
  do {
    const response = await call('POST', 'user/export', after === undefined ? {} : { after })
    expect(response).toMatchObject({ code: 200 })
    const { result } = response
    const { tables, next } = result as { tables: Record<string, object[]>; next: string | null }
    exported.push(...(tables['sample.wishes'] ?? []))
    after = next
  } while (after !== null)
  expect(exported).toMatchObject([{ text: 'wish 0' }, { text: 'wish 1' }, { text: 'wish 2' }])
  expect(await call('GET', 'index/getParamByKey/sample_wish_hours')).toMatchObject({ code: 200, result: 1 })
})

it('it is started with the product and stopped with it', async () => {
  expect(sample.life).toEqual(['started with 0'])
  await close()
  expect(sample.life).toEqual(['started with 0', 'stopped'])
})
