import { expect, test } from 'vitest'
import { features } from '../../features.ts'
import { screensOf } from '../../lib/feature.ts'
import { pageOfPath } from './account-pages.ts'

test.each([
  ['/profile', '/profile'],
  ['/profile/security', '/profile/security'],
  ['/profile/security/fund-password', '/profile/security'],
  ['/profile/password', '/profile/security'],
  ['/profile/balance/withdraw', '/profile/balance'],
  ['/profile/addresses', '/profile/balance'],
  ['/profile/quiz/warning', '/profile/limits'],
  ['/profile/close', '/profile/export'],
])('%s marks %s in the list of account pages', (pathname, page) => {
  expect(pageOfPath(screensOf(features), pathname)).toBe(page)
})
