import { expect, it } from 'vitest'
import { Refusal } from '../kernel/http/refusal.ts'
import { mayConvert, mayTrade, mustNotBeHeld } from './policies.ts'

const call = { session: { customerId: 'amy' } }
const eligibility = (status: 'ACTIVE' | 'LEGAL_HOLD') => async () => ({ status }) as never
const refusalOf = async (request: () => unknown): Promise<unknown> => {
  try {
    await request()
    return 'allowed'
  } catch (cause) {
    return cause instanceof Refusal ? [cause.code, cause.params] : cause
  }
}
const held = [10008, { reason: 'LEGAL_HOLD' }]

it.each([
  ['an active customer may', eligibility('ACTIVE'), 'allowed'],
  ['one under a legal hold may not', eligibility('LEGAL_HOLD'), held],
  ['an unknown customer is refused elsewhere', async () => undefined, 'allowed'],
])('what leaves an account: %s', async (_, find, response) => {
  expect(await refusalOf(() => mustNotBeHeld(find)('amy'))).toEqual(response)
})

it('a conversion checks the legal hold before the safeguards', async () => {
  const requested: string[] = []
  const safeguards = async (): Promise<void> => void requested.push('safeguards')
  expect(await refusalOf(() => mayConvert({ find: eligibility('LEGAL_HOLD'), safeguards })(call))).toEqual(held)
  expect(requested).toEqual([])
  expect(await refusalOf(() => mayConvert({ find: eligibility('ACTIVE'), safeguards })(call))).toBe('allowed')
  expect(requested).toEqual(['safeguards'])
})

it('an order checks an operator’s restriction before the safeguards, and returns what these return', async () => {
  const requested: string[] = []
  const safeguards = (): string[] => {
    requested.push('safeguards')
    return ['spendLimit']
  }
  const until = 1_800_000_000_000
  const stopped = mayTrade({ restrictionOf: () => ({ reason: 'REVIEW', until }), safeguards })
  expect(await refusalOf(() => stopped(call))).toEqual([10008, { reason: 'REVIEW', until }])
  expect(requested).toEqual([])
  expect(mayTrade({ restrictionOf: () => undefined, safeguards })(call)).toEqual(['spendLimit'])
})
