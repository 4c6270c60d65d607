import { expect, test } from 'vitest'
import { placeOf } from './notice-place.ts'

test('leads to the order itself, in its account', () => {
  const notice = { category: 'TRADE', templateKey: 'option.result', link: '/profile/orders' } as const
  expect(placeOf({ ...notice, params: { orderId: 'abc', mode: 'virtual' } })).toEqual({
    href: '/profile/orders?status=closed&id=abc',
    mode: 'virtual',
  })
})

test('leads to what protects the account, and to the limits', () => {
  const params = {}
  const link = '/profile/settings'
  expect(placeOf({ category: 'SECURITY', templateKey: 'password.changed', params, link }).href).toBe(
    '/profile/security',
  )
  expect(placeOf({ category: 'RISK', templateKey: 'limit.reached', params, link }).href).toBe('/profile/limits')
})

test('leads nowhere but to a page of ours', () => {
  const alert = { category: 'ALERT', templateKey: 'alert.price', params: {} } as const
  expect(placeOf({ ...alert, link: '/cruuency?code=BTCUSDT' }).href).toBe('/cruuency?code=BTCUSDT')
  for (const link of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])
    expect(placeOf({ ...alert, link }).href).toBe('/profile')
})

test('leads to the real account where coins came in', () => {
  const notice = { category: 'FUNDS', templateKey: 'deposit.credited', params: {}, link: '/profile/balance' } as const
  expect(placeOf(notice)).toEqual({ href: '/profile/balance', mode: 'real' })
})
