import { randomUUID } from 'node:crypto'
import { maxViews } from '@evenhand/protocol/operator-workspace.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorPeople, type OperatorPage } from '../../../test/fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

// Saved views and texts for replies.

let whole: WholeProduct
let support: OperatorPage
let risk: OperatorPage
beforeAll(async () => {
  whole = await wholeProduct()
  const at = operatorPeople(whole.product.operators)
  support = await at.signIn('sandbox-support')
  risk = await at.signIn('sandbox-risk')
})
afterAll(() => whole.close())

test('a view is its operator’s own, changes under its name, and goes', async () => {
  const view = { screen: 'deposits', name: '大额', search: 'status=ALL&sort=-amount' }
  expect((await risk.post('views', view)).code).toBe(200)
  expect((await risk.post('views', { ...view, search: 'who=mine' })).code).toBe(200)
  expect((await risk.get('views')).result).toEqual([{ ...view, search: 'who=mine' }])
  expect((await support.get('views')).result).toEqual([])
  expect((await risk.post('views', { ...view, search: null })).code).toBe(200)
  expect((await risk.get('views')).result).toEqual([])
})

test('no more views than the bound are kept, however many pages save at once', async () => {
  const calls = Array.from({ length: maxViews + 10 }, (_, at) => ({ screen: 'ledger', name: `v${at}`, search: 'q=1' }))
  const codes = (await Promise.all(calls.map((view) => risk.post('views', view)))).map(({ code }) => code)
  expect(codes.filter((code) => code === 200)).toHaveLength(maxViews)
  expect(codes.filter((code) => code === 40020)).toHaveLength(10)
  expect((await risk.get('views')).result).toHaveLength(maxViews)
})

test.each([
  { screen: '../etc', name: 'a', search: '' },
  { screen: 'ledger', name: '', search: '' },
  { screen: 'ledger', name: 'a', search: 'q=<script>' },
  { screen: 'ledger', name: 'a'.repeat(41), search: '' },
])('a view of $screen named "$name" with "$search" is refused', async (view) =>
  expect((await risk.post('views', view)).code).toBe(40020),
)

test('a text for replies is shared by those who reply, once a title and language, and each step is on record', async () => {
  const macro = { lang: 'en', title: 'Late payout', body: 'We are sorry that your payout was late.' }
  const { result } = await support.post('macros', macro)
  expect(await support.post('macros', macro)).toMatchObject({ code: 40020, params: { fields: [{ field: 'title' }] } })
  expect((await support.post('macros', { ...macro, lang: 'de' })).code).toBe(200)
  expect((await risk.get('macros')).result).toHaveLength(2)
  expect((await support.post('macros', { ...macro, title: 'b', body: 'short' })).code).toBe(40020)
  expect((await risk.post('macros/drop', { id: result.id as string })).code).toBe(200)
  expect((await risk.post('macros/drop', { id: randomUUID() })).code).toBe(40039)
  expect((await risk.get('audit?act=macro')).result.total).toBe(3)
})
