import type { User } from '@evenhand/protocol/accounts.ts'
import { langOf, type Lang } from '@evenhand/protocol/languages.ts'
import { colorSchemes, riseColors, saveSettings } from '@evenhand/protocol/settings.ts'
import { call } from './call.ts'
import { currentSession, keepSession, subscribeSession } from './session.ts'
import {
  chosenSettings,
  rememberLang,
  setColorScheme,
  setRiseColor,
  subscribeSettings,
  unsavedKey,
} from './settings.ts'
import { readStored, writeStored } from './storage.ts'
import { switchTexts } from './texts.ts'

type Chosen = ReturnType<typeof chosenSettings>

/** Whose settings this browser kept in step with last. */
const ownerKey = 'settingsOf'
/** The language that is shown, and that of the account, whose texts did not come: `de fr`. */
const missedKey = 'langMissed'
const waitMs = 300

let following = false
let taking = false
let seen: { id: string; chosen: Chosen } | undefined
let timer: ReturnType<typeof setTimeout> | undefined

const settingsOf = (user: User): Chosen => ({
  lang: langOf(user.lang),
  colorScheme: colorSchemes.find((one) => one === user.colorScheme) ?? 'system',
  riseColor: riseColors.find((one) => one === user.riseColor) ?? 'red',
})
const same = (a: Chosen, b: Chosen): boolean =>
  a.lang === b.lang && a.colorScheme === b.colorScheme && a.riseColor === b.riseColor

/**
 * Keeps language and colours in step with the account while a customer is signed in. What was chosen in this browser and
 * is not kept yet is sent, at sign-in too; otherwise a browser in which nothing was ever chosen, or that was in step with
 * this customer before, takes what the account has, and so does every browser for what changed on another device.
 */
export function follow(): void {
  if (following) return
  following = true
  subscribeSession(compare)
  subscribeSettings(() => {
    if (taking) return
    if (missedIn(chosenSettings()) === undefined) writeStored(missedKey, null)
    sendSoon()
  })
  addEventListener('online', sendSoon)
  compare()
}

function compare(): void {
  const session = currentSession()
  if (!session) {
    seen = undefined
    return
  }
  const { user } = session
  const stored = settingsOf(user)
  const before = seen?.id === user.id ? seen.chosen : undefined
  if (before && same(before, stored)) return
  seen = { id: user.id, chosen: stored }
  if (readStored(unsavedKey) !== null) sendSoon()
  else if (before || readStored(ownerKey) === user.id || isUntouched()) void take(user.id, stored)
}

const isUntouched = (): boolean => ['lang', 'colorScheme', 'riseColor'].every((key) => readStored(key) === null)

/** Takes what the account has, but for what the customer chooses here while its language loads: that is sent. */
async function take(id: string, chosen: Chosen): Promise<void> {
  const here = chosenSettings()
  const isTaken = (key: keyof Chosen) => here[key] !== chosen[key] && here[key] === chosenSettings()[key]
  let isKept = true
  taking = true
  try {
    if (isTaken('lang'))
      await switchTexts(chosen.lang, () => {
        isKept = same(here, chosenSettings())
        if (!isTaken('lang')) return false
        rememberLang(chosen.lang)
        return true
      })
    writeStored(missedKey, null)
  } catch {
    // The texts did not come: the page keeps its language and tries again with the next sign-in or start.
    isKept = same(here, chosenSettings())
    if (isTaken('lang')) writeStored(missedKey, `${here.lang} ${chosen.lang}`)
  }
  if (isTaken('colorScheme')) setColorScheme(chosen.colorScheme)
  if (isTaken('riseColor')) setRiseColor(chosen.riseColor)
  if (isKept) writeStored(unsavedKey, null)
  writeStored(ownerKey, id)
  taking = false
  if (!isKept) sendSoon()
}

/** The account's language where its texts did not come and the language that stayed is still shown. */
function missedIn({ lang }: Chosen): Lang | undefined {
  const [shown, missed] = readStored(missedKey)?.split(' ') ?? []
  return shown === lang && missed !== undefined ? langOf(missed) : undefined
}

function sendSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void send(), waitMs)
}

/** Sends what is chosen here. Without a response it stays marked and is sent with the next change, line or start. */
async function send(): Promise<void> {
  const session = currentSession()
  if (!session || readStored(unsavedKey) === null) return
  const shown = chosenSettings()
  // Nobody chose the language that is shown only because the account's could not be.
  const chosen = { ...shown, lang: missedIn(shown) ?? shown.lang }
  try {
    await call(saveSettings, chosen)
  } catch {
    return
  }
  const now = currentSession()
  if (now?.token !== session.token) return
  if (same(shown, chosenSettings())) writeStored(unsavedKey, null)
  writeStored(ownerKey, now.user.id)
  seen = { id: now.user.id, chosen }
  keepSession(now.token, { ...now.user, ...chosen })
}
