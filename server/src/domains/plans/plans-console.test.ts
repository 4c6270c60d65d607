import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ConsolePlan } from '@evenhand/protocol/plans-console.ts'
import { operatorPeople, type OperatorPage } from '../../../test/fixtures/operators.ts'
import { runCommand } from '../../../test/run-command.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let risk: OperatorPage
let support: OperatorPage
beforeAll(async () => {
  whole = await wholeProduct()
  const at = operatorPeople(whole.product.operators)
  risk = await at.signIn('sandbox-risk')
  support = await at.signIn('sandbox-support')
})
afterAll(() => whole.close())

const plans = async (
  page: OperatorPage,
): Promise<{ products: ConsolePlan[]; lagMs: number; reserve: { free: string } }> =>
  (await page.get('plans')).result as never

it('shows products, reserve and lag, and one risk officer closes, opens and retires with a reason that is recorded', async () => {
  const { products, lagMs, reserve } = await plans(support)
  expect(products.map(({ days, status, isOpen }) => [days, status, isOpen])).toEqual([
    [7, 'OPEN', true],
    [30, 'OPEN', true],
    [90, 'OPEN', true],
  ])
  expect({ lagMs, free: reserve.free }).toEqual({ lagMs: 0, free: '150000.000000' })
  const id = products[0]?.id ?? ''
  const set = (page: OperatorPage, status: string, reason = 'as decided today') =>
    page.post('plans/state', { id, status, reason })
  expect((await set(support, 'CLOSED_TO_NEW')).code).toBe(10008)
  expect((await set(risk, 'CLOSED_TO_NEW', ' ')).code).not.toBe(200)
  // What is open is closed before it is retired, and what is retired stays so.
  expect((await set(risk, 'RETIRED')).code).toBe(40020)
  for (const status of ['CLOSED_TO_NEW', 'OPEN', 'CLOSED_TO_NEW', 'RETIRED'])
    expect((await set(risk, status)).result).toEqual({ status })
  expect((await set(risk, 'OPEN')).code).toBe(40020)
  expect((await plans(risk)).products[0]).toMatchObject({ status: 'RETIRED', isOpen: false })
  const acts = (await whole.database.asOwner(
    `select act, reason from operators.acts where subject = 'plan:${id}' order by seq`,
  )) as { act: string; reason: string }[]
  expect(acts.map(({ act }) => act)).toEqual(['plan.close', 'plan.open', 'plan.close', 'plan.retire'])
  expect(acts[0]?.reason).toBe('as decided today')
})

it('a product of one’s own is drafted by the command, within the law of the house, and opened by a risk officer', async () => {
  const run = (...args: string[]) => runCommand('plans.ts', args, { DATABASE_URL: whole.database.url() })
  const asked = (over: Record<string, string> = {}) =>
    Object.entries({
      days: '14',
      daily: '0.009',
      penalty: '0.1',
      min: '200',
      max: '8000',
      capacity: '1000000',
      ...over,
    }).flatMap(([name, value]) => [`--${name}`, value])
  const [drafted, tooHigh, tooSmall] = await Promise.all([
    run('add', ...asked()),
    run('add', ...asked({ daily: '0.0301' })),
    run('add', ...asked({ min: '0.001' })),
  ])
  expect(drafted).toMatchObject({ code: 0, text: expect.stringContaining('Drafted') as string })
  expect(tooHigh).toMatchObject({ code: 2, text: expect.stringContaining('0.03 % a day') as string })
  expect(tooSmall).toMatchObject({ code: 2, text: expect.stringContaining('earns nothing in a day') as string })
  const draft = (await plans(risk)).products.find(({ days }) => days === 14)
  expect(draft).toMatchObject({ status: 'DRAFT', isOpen: false })
  const offered = async (): Promise<number[]> => {
    const { body } = await whole.product.app.inject({ url: '/swx/customer/smart/listProducts' })
    return (JSON.parse(body) as { result: { days: number }[] }).result.map(({ days }) => days)
  }
  expect(await offered()).not.toContain(14)
  expect((await risk.post('plans/state', { id: draft?.id, status: 'OPEN', reason: 'resolved on Monday' })).code).toBe(
    200,
  )
  expect(await offered()).toContain(14)
})

it('how late yields are is known to the process that pays them', async () => {
  await whole.product.plans.payDue()
  expect(whole.product.plans.lagMs()).toBe(0)
})
