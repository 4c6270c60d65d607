import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorPeople, type OperatorPage } from '../../../test/fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let finance: OperatorPage
let kyc: OperatorPage
beforeAll(async () => {
  whole = await wholeProduct()
  const at = operatorPeople(whole.product.operators)
  finance = await at.signIn('sandbox-finance1')
  kyc = await at.signIn('sandbox-kyc')
})
afterAll(() => whole.close())

const subjects = (noun: string, count: number): string[] =>
  Array.from({ length: count }, () => `${noun}:${randomUUID()}`)
const assigned = async (): Promise<{ subject: string; operator: string }[]> =>
  (await kyc.get('assignments')).result.rows as { subject: string; operator: string }[]

test('many cases are assigned at once, taken over, and given back', async () => {
  const many = subjects('deposit', 40)
  expect(await finance.post('assignments', { subjects: many, operator: 'sandbox-finance2' })).toMatchObject({
    result: { assigned: 40 },
  })
  expect(await assigned()).toHaveLength(40)
  expect((await assigned()).every(({ operator }) => operator === 'sandbox-finance2')).toBe(true)
  const own = many.slice(0, 3)
  expect((await finance.post('assignments', { subjects: own, operator: 'sandbox-finance1' })).code).toBe(200)
  expect((await assigned()).filter(({ operator }) => operator === 'sandbox-finance1')).toHaveLength(3)
  expect((await finance.post('assignments', { subjects: many, operator: null })).code).toBe(200)
  expect(await assigned()).toEqual([])
})

test('no operator is assigned a case that his roles do not decide, while he is absent, or that is none', async () => {
  const request = { subjects: subjects('identity', 1), operator: 'sandbox-finance2' }
  expect(await finance.post('assignments', request)).toMatchObject({ code: 40020 })
  expect(await finance.post('assignments', { ...request, operator: 'nobody-here' })).toMatchObject({ code: 40039 })
  expect((await finance.post('assignments', { subjects: ['price:1'], operator: null })).code).toBe(40020)
  expect((await finance.post('assignments', { subjects: subjects('deposit', 101), operator: null })).code).toBe(40020)
  expect((await finance.get('assignments')).result.candidates.identity).toEqual(['sandbox-kyc', 'sandbox-kyc-2'])
  await kyc.post('operators/absence', { until: Date.now() + 86_400_000 })
  expect(await finance.post('assignments', { ...request, operator: 'sandbox-kyc' })).toMatchObject({ code: 40020 })
  expect((await finance.get('assignments')).result.candidates.identity).toEqual(['sandbox-kyc-2'])
  await kyc.post('operators/absence', { until: null })
})

test('two who assign the same cases at once leave each with one owner', async () => {
  const same = subjects('identity', 20)
  const calls = ['sandbox-kyc', 'sandbox-kyc-2'].flatMap((operator) =>
    Array.from({ length: 5 }, (_, index) => ({ operator, subjects: index % 2 === 0 ? same : same.toReversed() })),
  )
  const responses = await Promise.all(calls.map((request) => kyc.post('assignments', request)))
  expect(responses.map(({ code }) => code)).toEqual(Array(10).fill(200))
  expect((await assigned()).filter(({ subject }) => same.includes(subject))).toHaveLength(20)
})
