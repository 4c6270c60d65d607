import type { User } from '@evenhand/protocol/accounts.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { saveSettings } from '@evenhand/protocol/settings.ts'

// The browser, the network and the files of texts are the outside world.
const kept = new Map<string, string>()
const sent: unknown[] = []

type Files = (typeof import('../texts/de.ts'))['files']
/** Holds back the file of a catalogue, until it arrives as it is or fails. */
function heldBack(files: Files, lang: Lang) {
  const [path = '', read] = Object.entries(files).find(([one]) => one.endsWith(`/${lang}/common.json`)) ?? []
  const held = Promise.withResolvers<{ default: object }>()
  held.promise.catch(() => {})
  Object.assign(files, { [path]: () => held.promise })
  return { arrive: async () => held.resolve((await read?.()) ?? { default: {} }), fail: held.reject }
}

/** Waits until the account has what was chosen here. */
const isKept = () => vi.waitFor(() => expect(kept.has('settingsUnsaved')).toBe(false))

const user = { id: 'u', username: 'lina', lang: 'zh', colorScheme: 'light', riseColor: 'red' } as User

function stubOutside(): void {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.stubGlobal('document', { documentElement: { dataset: {} }, cookie: '' })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', (url: string, { body }: { body?: string }) => {
    if (url === saveSettings.path) sent.push(JSON.parse(body ?? ''))
    const result = { ...(sent.at(-1) as object), realityCheckMin: 60, quietHours: null }
    return Promise.resolve(new Response(JSON.stringify({ code: 200, msg: '', params: {}, result, traceId: 't' })))
  })
}

afterEach(() => {
  vi.resetModules()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what is chosen here while another device’s language loads stays, and is sent with the rest of the account', async () => {
  // Of its own: what follows the session does so as long as the page is there.
  vi.resetModules()
  const { follow } = await import('./customer-settings.ts')
  const { keepSession } = await import('./session.ts')
  const { chosenSettings, rememberLang, setColorScheme, setRiseColor } = await import('./settings.ts')
  const { loadTexts } = await import('./texts.ts')
  const [german, french] = [await import('../texts/de.ts'), await import('../texts/fr.ts')]
  stubOutside()
  const [de, fr] = [heldBack(german.files, 'de'), heldBack(french.files, 'fr')]
  await loadTexts('common')
  keepSession('t', user)
  follow()
  await vi.runAllTimersAsync()
  // Another device chose a language and a scheme; meanwhile the customer chooses a colour here.
  keepSession('t', { ...user, lang: 'de', colorScheme: 'dark' })
  setRiseColor('cvd')
  await de.arrive()
  const all = { lang: 'de', colorScheme: 'dark', riseColor: 'cvd' }
  await vi.waitFor(() => expect(sent).toEqual([all]))
  expect(chosenSettings()).toEqual(all)
  await isKept()
  // Texts that do not come take nothing away either: neither what is chosen here, nor what was chosen there.
  sent.length = 0
  keepSession('t', { ...user, ...all, lang: 'fr', riseColor: 'green' } as User)
  setColorScheme('light')
  fr.fail(new Error('no texts'))
  const both = { lang: 'fr', colorScheme: 'light', riseColor: 'green' }
  await vi.waitFor(() => expect(sent).toEqual([both]))
  expect(chosenSettings()).toEqual({ ...both, lang: 'de' })
  await isKept()
  // A language that is chosen here counts from then on, the one that stayed as well.
  rememberLang('it')
  rememberLang('de')
  await vi.waitFor(() => expect(sent.at(-1)).toEqual({ ...both, lang: 'de' }))
})
