import { randomUUID } from 'node:crypto'
import { requestPayload } from '@evenhand/proofs/approval.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorPeople, type OperatorPage } from '../../../test/fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let one: OperatorPage
let two: OperatorPage
beforeAll(async () => {
  whole = await wholeProduct()
  const at = operatorPeople(whole.product.operators)
  one = await at.signIn('sandbox-risk')
  two = await at.signIn('sandbox-risk-2')
})
afterAll(() => whole.close())

const listing = (code: string, state: 'listed' | 'delisted', reasonCode: string) => ({
  kind: 'instrument.listing',
  id: randomUUID(),
  values: { instrument: code, state, reasonCode },
  reason: 'decided this morning',
})
type Change = ReturnType<typeof listing>
const propose = async (params: Change) =>
  one.post('instruments/propose', {
    id: params.id,
    reason: params.reason,
    code: params.values.instrument,
    state: params.values.state,
    reasonCode: params.values.reasonCode,
    assertion: await one.sign(requestPayload(params, 'propose')),
  })
const approve = async (page: OperatorPage, params: Change) =>
  page.post('instruments/approve', {
    id: params.id,
    reason: 'I agree',
    assertion: await page.sign(requestPayload(params, 'approve')),
  })
const stateOf = (code: string) => whole.product.markets.listing(code)?.state

test('delisting, and listing again, takes two; suspending takes one of role risk, by reasons of its own', async () => {
  const delisting = listing('LTCUSDT', 'delisted', 'lowLiquidity')
  expect((await propose(listing('LTCUSDT', 'delisted', 'maintenance'))).code).toBe(40020)
  expect((await propose(listing('LTCUSDT', 'listed', 'resolved'))).code).toBe(40020)
  expect((await propose(listing('NOPE', 'delisted', 'expired'))).code).toBe(40039)
  expect((await propose(delisting)).code).toBe(200)
  expect((await approve(one, delisting)).code).toBe(40033)
  expect(stateOf('LTCUSDT')).toBeUndefined()
  expect(await approve(two, delisting)).toMatchObject({ code: 200, result: { status: 'APPLIED' } })
  await expect.poll(() => stateOf('LTCUSDT')).toBe('delisted')
  const resume = { code: 'LTCUSDT', suspended: false, reasonCode: 'resolved', reason: 'one of us is enough' }
  expect((await one.post('instruments/suspendNew', resume)).code).toBe(40033)
  const again = listing('LTCUSDT', 'listed', 'mistake')
  expect((await propose(again)).code).toBe(200)
  expect((await approve(two, again)).code).toBe(200)
  await expect.poll(() => stateOf('LTCUSDT')).toBeUndefined()

  const suspend = { code: 'ETHUSDT', suspended: true, reasonCode: 'renamed', reason: 'no fresh prices' }
  expect((await one.post('instruments/suspendNew', suspend)).code).toBe(40020)
  expect((await one.post('instruments/suspendNew', { ...suspend, reasonCode: 'sourceFailure' })).code).toBe(200)
  await expect.poll(() => stateOf('ETHUSDT')).toBe('suspended')
  const events = (await whole.product.app.inject({ url: '/swx/customer/public/listings' })).json<{
    result: { events: { code: string; state: string; reason: string }[] }
  }>().result.events
  expect(events.map(({ code, state, reason }) => [code, state, reason])).toEqual([
    ['LTCUSDT', 'delisted', 'lowLiquidity'],
    ['LTCUSDT', 'listed', 'mistake'],
    ['ETHUSDT', 'suspended', 'sourceFailure'],
  ])
})

test('the role of the console delists nothing by itself, nor with a request about something else', async () => {
  const other = listing('XRPUSDT', 'delisted', 'expired')
  await propose(other)
  for (const by of ['null', `'${other.id}'`])
    await expect(
      whole.database
        .asOwner(`set role console; insert into markets.listings (seq, code, state, reason, at, actor, operator_id, request_id)
        values (99, 'XRPUSDT', 'delisted', 'expired', 1, 'x', '${one.id}', ${by})`),
    ).rejects.toThrow('takes two operators')
})

test('what the command filed is shown until it is decided', async () => {
  await whole.database.asOwner(`insert into markets.listing_filings values
    (gen_random_uuid(), 'XRPUSDT', 'suspended', 'venueHalt', null, now() - interval '1 second', 'root'), (gen_random_uuid(), 'BTCUSDT', 'delisted', 'expired', null, now() - interval '8 days', 'root')`)
  expect((await one.get('instruments/filed')).result).toMatchObject([{ code: 'XRPUSDT', filedBy: 'root' }])
  const suspend = { code: 'XRPUSDT', suspended: true, reasonCode: 'venueHalt', reason: 'as filed' }
  expect((await one.post('instruments/suspendNew', suspend)).code).toBe(200)
  expect((await one.get('instruments/filed')).result).toEqual([])
})
