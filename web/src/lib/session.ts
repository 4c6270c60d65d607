import type { User } from '@evenhand/protocol/accounts.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import { clearOfflineCache } from './offline-cache.ts'
import { createStore, useStore } from './store.ts'
import { readStored, writeStored } from './storage.ts'

export type Session = { readonly token: string; readonly user: User }

const keys = { token: 'token', user: 'userInfo', flag: 'isLogin', virtual: 'virtual', ended: 'sessionEnded' } as const
/** Where the identification form is kept while it is filled in; nothing of it outlives the session. */
export const identityFormKey = 'identityForm'
/** Where the tab keeps what is written about a deposit that is not sent yet. */
export const depositDraftKey = 'depositDraft'

function stored(): Session | undefined {
  const token = readStored(keys.token)
  const user = readStored(keys.user)
  if (readStored(keys.flag) !== '1' || token === null || user === null) return undefined
  try {
    return { token, user: JSON.parse(user) as User }
  } catch {
    return undefined
  }
}

const sessionStore = createStore<Session | undefined>(stored())
/** The stored flag of the specification: 1 (the default) is the real account, 0 the virtual one. */
const modeStore = createStore<AccountMode>(readStored(keys.virtual) === '0' ? 'virtual' : 'real')

let leaving = 0

type EndedListener = () => void
const endedListeners = new Set<EndedListener>()

export const currentSession = (): Session | undefined => sessionStore.get()
export const useSession = (): Session | undefined => useStore(sessionStore)
export const subscribeSession = sessionStore.subscribe
export const currentMode = (): AccountMode => modeStore.get()
export const subscribeMode = modeStore.subscribe
export const useAccountMode = (): AccountMode => useStore(modeStore)

/** Keeps token, user info and flag. Also used for fresh user info, which carries the call's own token. */
export function keepSession(token: string, user: User): void {
  writeStored(keys.token, token)
  writeStored(keys.user, JSON.stringify(user))
  writeStored(keys.flag, '1')
  sessionStore.set({ token, user })
}

/** Clears token, user info and flag: a logout the customer requested. */
export function clearSession(): void {
  writeStored(keys.token, null)
  writeStored(keys.user, null)
  writeStored(keys.flag, null)
  forgetIdentityForm()
  writeStored(depositDraftKey, null, 'session')
  clearOfflineCache(sessionStore.get()?.token)
  sessionStore.set(undefined)
}

/**
 * Ends the session by the customer's own action. `go` opens a page that needs none; other calls that the server refuses
 * meanwhile do not end the session a second time, as if it had ended by itself.
 */
export async function leaveSession(go: () => Promise<unknown>): Promise<void> {
  leaving += 1
  try {
    await go()
  } finally {
    leaving -= 1
    clearSession()
  }
}

export const forgetIdentityForm = (): void => writeStored(identityFormKey, null)

/**
 * The server reports that the session is over: clears it and notifies the page, which opens the login with the way back. Every other
 * tab is notified too: to them it would look like a sign-out that was requested.
 */
export function endSession(): void {
  const ended = sessionStore.get()
  if (!ended || leaving > 0) return
  const now = stored()
  // Another tab has signed in or changed its credentials meanwhile: this one goes on with that.
  if (now !== undefined && now.token !== ended.token) return sessionStore.set(now)
  writeStored(keys.ended, ended.token)
  writeStored(keys.ended, null)
  clearSession()
  notifyEnded()
}

function notifyEnded(): void {
  for (const listener of endedListeners) listener()
}

export function onSessionEnded(listener: EndedListener): () => void {
  endedListeners.add(listener)
  return () => void endedListeners.delete(listener)
}

/** Chooses which of the two accounts later calls read and move. */
export function setAccountMode(mode: AccountMode): void {
  writeStored(keys.virtual, mode === 'real' ? '1' : '0')
  modeStore.set(mode)
}

/** Another tab signed in, signed out, switched or learned that its session is over: this one follows. */
export function followOtherTabs(): void {
  addEventListener('storage', (event) => {
    if (event.key === keys.ended && event.newValue !== null && event.newValue === sessionStore.get()?.token) {
      sessionStore.set(undefined)
      notifyEnded()
    }
    if (event.key === keys.virtual) modeStore.set(event.newValue === '0' ? 'virtual' : 'real')
    if (event.key === keys.flag || event.key === keys.token || event.key === null) {
      const session = stored()
      if (session?.token !== sessionStore.get()?.token) sessionStore.set(session)
    }
  })
}
