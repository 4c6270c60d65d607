import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ConsolePlan } from '@evenhand/protocol/plans-console.ts'
import type { PlanProduct } from '@evenhand/protocol/plans.ts'
import { allCauses } from '../../app/ledger-causes.ts'
import { owned } from '../../kernel/db/db.ts'
import { auditWhole } from '../ledger/index.ts'
import { forge } from '../../../test/fixtures/forge.ts'
import { approvePlan, productChange, proposePlan, stateChange } from '../../../test/fixtures/plan-proposals.ts'
import { operatorPeople, type OperatorPage } from '../../../test/fixtures/operators.ts'
import { runCommand } from '../../../test/run-command.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let risk: OperatorPage
let second: OperatorPage
let support: OperatorPage
beforeAll(async () => {
  whole = await wholeProduct()
  const at = operatorPeople(whole.product.operators)
  risk = await at.signIn('sandbox-risk')
  second = await at.signIn('sandbox-risk-2')
  support = await at.signIn('sandbox-support')
})
afterAll(() => whole.close())

const plans = async (
  page: OperatorPage,
): Promise<{ products: ConsolePlan[]; lagMs: number; reserve: { free: string } }> =>
  (await page.get('plans')).result as never

const offered = async () => {
  const { body } = await whole.product.app.inject({ url: '/swx/customer/smart/listProducts' })
  return (JSON.parse(body) as { result: PlanProduct[] }).result
}
const findings = async () =>
  (await auditWhole(owned<'ledger'>(whole.database.pools.console), allCauses)).filter(({ ok }) => !ok)

it('shows products, reserve and lag; one officer closes, two open and retire, each with a reason that is recorded', async () => {
  const { products, lagMs, reserve } = await plans(support)
  expect(products.map(({ days, status, isOpen }) => [days, status, isOpen])).toEqual([
    [7, 'OPEN', true],
    [30, 'OPEN', true],
    [90, 'OPEN', true],
  ])
  expect({ lagMs, free: reserve.free }).toEqual({ lagMs: 0, free: '150000.000000' })
  const id = products[0]?.id ?? ''
  const close = (page: OperatorPage, reason = 'as decided today') => page.post('plans/pause', { id, reason })
  const byTwo = async (state: string) => {
    const change = stateChange(id, state)
    return [(await proposePlan(risk, change)).code, (await approvePlan(second, change)).code]
  }
  expect((await close(support)).code).toBe(10008)
  expect((await close(risk, ' ')).code).not.toBe(200)
  // What is open is closed before it is retired, and what is retired stays so.
  expect((await proposePlan(risk, stateChange(id, 'RETIRED'))).code).toBe(40020)
  expect((await close(risk)).result).toEqual({ status: 'CLOSED_TO_NEW' })
  const opening = stateChange(id, 'OPEN')
  expect((await proposePlan(risk, opening)).code).toBe(200)
  expect((await approvePlan(risk, opening)).code).toBe(40033)
  expect((await offered()).map(({ days }) => days)).not.toContain(7)
  expect((await approvePlan(second, opening)).code).toBe(200)
  expect((await offered()).map(({ days }) => days)).toContain(7)
  expect((await close(risk)).code).toBe(200)
  expect(await byTwo('RETIRED')).toEqual([200, 200])
  expect((await proposePlan(risk, stateChange(id, 'OPEN'))).code).toBe(40020)
  expect((await close(risk)).code).toBe(40020)
  expect((await plans(risk)).products[0]).toMatchObject({ status: 'RETIRED', isOpen: false })
  const entries = (await whole.database.asOwner(
    `select act, reason from operators.audit_entries where subject = 'plan:${id}' order by seq`,
  )) as { act: string; reason: string }[]
  expect(entries.map(({ act }) => act)).toEqual(['plan.close', 'plan.close'])
  expect(entries[0]?.reason).toBe('as decided today')
})

it('two officers propose and open a product; nothing out of bounds, and nothing above the usual without the board', async () => {
  const board = { board: 'A. Meier, B. Tanaka', boardReason: 'A week of welcome, out of our own capital' }
  for (const values of [
    { days: '3651' },
    { dailyRate: '0' },
    { penaltyRate: '2.0001' },
    { min: '9000' },
    { capacity: '7999' },
    { min: '0.001' },
    { dailyRate: '0.0301' },
    { dailyRate: '1.0001', ...board },
    { dailyRate: '0.0301', board: board.board },
    board,
  ])
    expect((await proposePlan(risk, productChange(values))).code, JSON.stringify(values)).toBe(40020)
  const usual = productChange({ days: '21' })
  const high = productChange({ days: '22', dailyRate: '0.0301', ...board })
  for (const change of [usual, high]) {
    expect((await proposePlan(support, change)).code).toBe(10008)
    expect((await proposePlan(risk, change)).code).toBe(200)
    expect((await approvePlan(risk, change)).code).toBe(40033)
    expect((await approvePlan(second, change)).code).toBe(200)
  }
  const seen = await offered()
  expect(seen.find(({ id }) => id === usual.id)).toMatchObject({ days: 21, isUnusuallyHigh: false, board: null })
  expect(seen.find(({ id }) => id === high.id)).toMatchObject({
    dailyRate: '0.0301',
    isUnusuallyHigh: true,
    board: { names: board.board, reason: board.boardReason },
  })
  expect(await findings()).toEqual([])
})

it('other values of a product hold for new positions alone, and of twenty proposals for one the first signed counts', async () => {
  const before = (await offered()).find(({ days }) => days === 30)
  const rivals = Array.from({ length: 20 }, (_, at) =>
    productChange({ days: '30', dailyRate: `0.01${String(at).padStart(2, '0')}`, replaces: before?.id ?? '' }),
  )
  for (const one of rivals) expect((await proposePlan(risk, one)).code).toBe(200)
  const codes = await Promise.all(rivals.map(async (one) => (await approvePlan(second, one)).code))
  expect(codes.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 19 }, () => 40020)])
  const winner = rivals[codes.indexOf(200)]
  const now = (await plans(risk)).products
  expect(now.filter(({ days, status }) => days === 30 && status === 'OPEN').map(({ id }) => id)).toEqual([winner?.id])
  expect(now.find(({ id }) => id === before?.id)).toMatchObject({
    status: 'CLOSED_TO_NEW',
    dailyRate: before?.dailyRate,
  })
  expect((await proposePlan(risk, productChange({ replaces: before?.id ?? '' }))).code).toBe(40020)
  expect((await proposePlan(risk, productChange({ replaces: randomUUID() }))).code).toBe(40039)
  expect(await findings()).toEqual([])
})

it('the audit names a product other than two have signed, and one above the usual that no two have', async () => {
  const named = (statement: string) => forge(whole.database, { table: 'plans.products', statement, findings })
  const made = `(select id from plans.products where request_id is not null order by days limit 1)`
  for (const set of ['capacity = capacity + 1', `request_id = null`, 'max_amount = max_amount - 1'])
    expect(await named(`update plans.products set ${set} where id = ${made}`), set).toEqual([
      expect.stringMatching(/^product /),
    ])
  expect(
    await named(`update plans.products set daily_ppm = 301, board = 'Nobody', board_reason = 'none',
      terms_hash = plans.terms_hash(id, days, 301, penalty_ppm, cooling_hours) where days = 90`),
  ).toEqual([expect.stringMatching(/^product /)])
  expect(await findings()).toEqual([])
})

it('a product of one’s own is drafted by the command, within the law of the house, and opened by two risk officers', async () => {
  const run = (...args: string[]) => runCommand('plans.ts', args, { DATABASE_URL: whole.database.url() })
  const params = (over: Record<string, string> = {}) =>
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
    run('add', ...params()),
    run('add', ...params({ daily: '0.0301' })),
    run('add', ...params({ min: '0.001' })),
  ])
  expect(drafted).toMatchObject({ code: 0, text: expect.stringContaining('Drafted') as string })
  expect(tooHigh).toMatchObject({ code: 2, text: expect.stringContaining('0.03 % a day') as string })
  expect(tooSmall).toMatchObject({ code: 2, text: expect.stringContaining('earns nothing in a day') as string })
  const draft = (await plans(risk)).products.find(({ days }) => days === 14)
  expect(draft).toMatchObject({ status: 'DRAFT', isOpen: false })
  const days = async () => (await offered()).map((product) => product.days)
  expect(await days()).not.toContain(14)
  const opening = stateChange(draft?.id ?? '', 'OPEN')
  expect((await proposePlan(risk, opening)).code).toBe(200)
  expect((await approvePlan(second, opening)).code).toBe(200)
  expect(await days()).toContain(14)
})

it('how late yields are is known to the process that pays them', async () => {
  await whole.product.plans.payDue()
  expect(whole.product.plans.lagMs()).toBe(0)
})
