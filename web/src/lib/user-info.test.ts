import type { User } from '@evenhand/protocol/accounts.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { clearSession, currentSession, keepSession } from './session.ts'
import { refreshUserInfo } from './user-info.ts'

const user = (lang: string): User => ({
  id: 'u',
  username: 'lina',
  email: 'lina@example.com',
  emailVerified: true,
  fundPasswordSet: false,
  kycStatus: 'NONE',
  country: 'SG',
  creditScore: 0,
  tier: 'BASIC',
  lang,
  colorScheme: 'system',
  riseColor: 'red',
  termsVersion: '1',
  inviteCode: 'ABCDEF',
  social: [],
  status: 'ACTIVE',
  createdAt: 0,
  token: 'secret',
})

afterEach(() => {
  clearSession()
  vi.unstubAllGlobals()
})

test('what was changed while user info was on its way is not taken back by it', async () => {
  const responses: unknown[] = [user('zh'), user('en')]
  vi.stubGlobal('fetch', async () => {
    const result = responses.shift()
    // The response was written before the change, and comes after it.
    if (responses.length === 1) keepSession('secret', user('en'))
    return new Response(JSON.stringify({ code: 200, result, traceId: 't' }))
  })
  keepSession('secret', user('zh'))
  await refreshUserInfo()
  expect(currentSession()?.user.lang).toBe('en')
  expect(responses).toEqual([])
})
