import { expect, test } from 'vitest'
import { placeOf } from './notice-place.ts'

test('leads to the order itself, in its account', () => {
  const notice = { link: '/profile/orders' }
  expect(placeOf({ ...notice, params: { orderId: 'abc', mode: 'virtual' } })).toEqual({
    href: '/profile/orders?status=closed&id=abc',
    mode: 'virtual',
  })
})

test('leads nowhere but to a page of ours', () => {
  const alert = { params: {} }
  expect(placeOf({ ...alert, link: '/cruuency?code=BTCUSDT' }).href).toBe('/cruuency?code=BTCUSDT')
  for (const link of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])
    expect(placeOf({ ...alert, link }).href).toBe('/profile')
})

test('leads to the real account where coins came in', () => {
  const notice = { params: {}, link: '/profile/balance' }
  expect(placeOf(notice)).toEqual({ href: '/profile/balance', mode: 'real' })
})
