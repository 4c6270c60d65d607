import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { offlineCacheName } from './offline-cache.ts'
import {
  clearSession,
  currentSession,
  endSession,
  followOtherTabs,
  keepSession,
  leaveSession,
  onSessionEnded,
} from './session.ts'

// The browser's storage, and what it publishes to the other tabs, are the outside world.
const kept = new Map<string, string>()
let written: string[] = []
let fromOtherTab: (event: { key: string | null; newValue: string | null }) => void = () => {}
let notified = 0
const user = { id: 'u', username: 'lina' } as never
const stopListening: (() => void)[] = []

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, text: string) {
      written.push(`${key}=${text}`)
      kept.set(key, text)
    },
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.stubGlobal('addEventListener', (_: string, listener: typeof fromOtherTab) => (fromOtherTab = listener))
  stopListening.push(onSessionEnded(() => (notified += 1)))
  followOtherTabs()
  keepSession('first', user)
})

afterEach(() => {
  clearSession()
  for (const stop of stopListening.splice(0)) stop()
  kept.clear()
  written = []
  notified = 0
  vi.unstubAllGlobals()
})

test('signing out removes the lists of the customer that are kept for a reload without a network, and keeps no more', () => {
  const deleted: string[] = []
  const posted: unknown[] = []
  vi.stubGlobal('caches', { delete: (name: string) => deleted.push(name) })
  vi.stubGlobal('navigator', { serviceWorker: { controller: { postMessage: (text: unknown) => posted.push(text) } } })
  clearSession()
  expect(deleted).toEqual([offlineCacheName])
  expect(posted).toEqual([{ signedOut: 'first' }])
})

test('a session that the server ended is published to the other tabs, and leaves nothing behind', () => {
  endSession()
  expect(written).toContain('sessionEnded=first')
  expect([...kept]).toEqual([])
  expect(notified).toBe(1)
})

test('a tab that is notified of it reports it too, and once', () => {
  fromOtherTab({ key: 'sessionEnded', newValue: 'first' })
  kept.clear()
  fromOtherTab({ key: 'sessionEnded', newValue: null })
  fromOtherTab({ key: 'token', newValue: null })
  expect(currentSession()).toBeUndefined()
  expect(notified).toBe(1)
})

test('a sign-out in another tab is followed and is no ended session', () => {
  kept.clear()
  fromOtherTab({ key: 'token', newValue: null })
  expect(currentSession()).toBeUndefined()
  expect(notified).toBe(0)
})

test('the end of an earlier session ends no later one', () => {
  fromOtherTab({ key: 'sessionEnded', newValue: 'earlier' })
  expect(currentSession()?.token).toBe('first')
  // Another tab has changed the password, and this one has not received it yet.
  kept.set('token', 'second')
  endSession()
  expect(currentSession()?.token).toBe('second')
  expect(notified).toBe(0)
})

test('a customer who leaves is not notified that the session ended, whatever else is refused meanwhile', async () => {
  await leaveSession(() => {
    // A list that refreshes itself between the response that closed the account and the next page.
    endSession()
    expect(currentSession()?.token).toBe('first')
    return Promise.resolve()
  })
  expect(currentSession()).toBeUndefined()
  expect(notified).toBe(0)
  expect(written).not.toContain('sessionEnded=first')
})
