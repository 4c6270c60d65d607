import { expect, test } from 'vitest'
import { placeOf } from './account-places.ts'

test.each([
  ['/profile', '/profile'],
  ['/profile/security', '/profile/security'],
  ['/profile/security/fund-password', '/profile/security'],
  ['/profile/password', '/profile/security'],
  ['/profile/balance/withdraw', '/profile/balance'],
  ['/profile/addresses', '/profile/balance'],
  ['/profile/quiz/warning', '/profile/limits'],
  ['/profile/close', '/profile/export'],
])('%s marks %s in the list of account pages', (pathname, place) => {
  expect(placeOf(pathname)).toBe(place)
})
