import type { User } from '@evenhand/protocol/accounts.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveSettings } from '@evenhand/protocol/settings.ts'
import { follow } from './customer-settings.ts'
import { keepSession } from './session.ts'
import { chosenSettings, setColorScheme, setRiseColor } from './settings.ts'

// The browser, the network and the files of texts are the outside world.
const kept = new Map<string, string>()
const sent: unknown[] = []
let arrive: () => void = () => {}
let fail: () => void = () => {}

vi.mock('./texts.ts', () => ({
  async switchTexts(_: Lang, before: () => boolean) {
    await new Promise<void>((resolve, reject) => {
      arrive = resolve
      fail = () => reject(new Error('no texts'))
    })
    before()
  },
}))
vi.mock('./call.ts', () => ({
  call(route: unknown, chosen: unknown) {
    if (route === saveSettings) sent.push(chosen)
    return Promise.resolve({})
  },
}))

const user = { id: 'u', username: 'lina', lang: 'zh', colorScheme: 'light', riseColor: 'red' } as User

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.stubGlobal('document', { documentElement: { dataset: {} }, cookie: '' })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('addEventListener', () => {})
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what is chosen here while another device’s language loads stays, and is sent with the rest of the account', async () => {
  keepSession('t', user)
  follow()
  await vi.runAllTimersAsync()
  // Another device chose a language and a scheme; meanwhile the customer chooses a colour here.
  keepSession('t', { ...user, lang: 'de', colorScheme: 'dark' })
  setRiseColor('cvd')
  arrive()
  await vi.runAllTimersAsync()
  const all = { lang: 'de', colorScheme: 'dark', riseColor: 'cvd' }
  expect(chosenSettings()).toEqual(all)
  expect(sent).toEqual([all])
  // Texts that do not come take nothing away either.
  sent.length = 0
  keepSession('t', { ...user, ...all, lang: 'fr' } as User)
  setColorScheme('light')
  fail()
  await vi.runAllTimersAsync()
  expect(sent).toEqual([{ ...all, colorScheme: 'light' }])
})
