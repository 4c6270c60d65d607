import { expect, test } from 'vitest'
import { isPathOf, pathOf } from './notice-path.ts'

test('leads to the order itself, in its account', () => {
  const notice = { link: '/profile/orders' }
  expect(pathOf({ ...notice, params: { orderId: 'abc', mode: 'virtual' } })).toEqual({
    href: '/profile/orders?status=closed&id=abc',
    mode: 'virtual',
  })
  const ofContract = { params: { orderId: 'abc' }, link: '/profile/orders?product=contracts&status=open' }
  expect(pathOf(ofContract).href).toBe('/profile/orders?product=contracts&status=open&id=abc')
})

test('leads nowhere but to a page of ours', () => {
  const alert = { params: {} }
  expect(pathOf({ ...alert, link: '/cruuency?code=BTCUSDT' }).href).toBe('/cruuency?code=BTCUSDT')
  for (const link of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])
    expect(pathOf({ ...alert, link }).href).toBe('/profile')
})

test('leads to the real account where coins came in or were converted', () => {
  const notice = { params: {}, link: '/profile/balance' }
  expect(pathOf(notice)).toEqual({ href: '/profile/balance', mode: 'real' })
  const converted = { params: { conversionId: 'abc' }, link: '/profile/transactions' }
  expect(pathOf(converted)).toEqual({ href: '/profile/transactions', mode: 'real' })
})

test('is shown by the page it leads to, and by no other thing on it', () => {
  const result = { params: { orderId: 'abc' }, link: '/profile/orders' }
  expect(isPathOf(result, '/profile/orders?status=open&id=abc')).toBe(true)
  expect(isPathOf(result, '/profile/orders?id=abd')).toBe(false)
  expect(isPathOf(result, '/profile/orders')).toBe(false)
  expect(isPathOf({ params: {}, link: '/profile/security' }, '/profile/security')).toBe(true)
  expect(isPathOf({ params: {}, link: '/profile/security' }, '/profile/security/fund-password')).toBe(false)
  expect(isPathOf({ params: {}, link: '/cruuency?code=BTCUSDT' }, '/cruuency?code=ETHUSDT&type=2')).toBe(false)
  expect(isPathOf({ params: {}, link: '/profile' }, '/profile')).toBe(false)
})
