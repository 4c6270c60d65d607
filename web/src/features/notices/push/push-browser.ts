import { pushKey, subscribePush, unsubscribePush } from '@evenhand/protocol/push.ts'
import { call } from '../../../lib/call.ts'
import { registerWorker } from '../../../lib/service-worker.ts'
import { currentSession } from '../../../lib/session.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'

/**
 * `install`: the system shows messages only of apps on the home screen. `denied`: the customer blocked the browser's request,
 * and only its own settings change that.
 */
export type PushState = 'unsupported' | 'install' | 'denied' | 'off' | 'on'

/** Whose notices this browser is pushed: another customer who signs in here did not subscribe to them. */
const ownerKey = 'pushOf'

/** The session that was requested already. */
let keptFor: string | undefined

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
const isPhoneOfApple = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) && !('standalone' in navigator && navigator.standalone === true)

/** How it stands with this browser, for the customer who is signed in. */
export async function pushState(): Promise<PushState> {
  if (!isSupported()) return isPhoneOfApple() ? 'install' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  if (Notification.permission !== 'granted' || readStored(ownerKey) !== currentSession()?.user.id) return 'off'
  return (await subscription()) ? 'on' : 'off'
}

/** Requests the customer's permission, on a press alone, and has this browser pushed to. Returns its status then. */
export async function enablePush(): Promise<PushState> {
  const session = currentSession()
  if (!isSupported() || !session) return pushState()
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  await subscribe()
  writeStored(ownerKey, session.user.id)
  return 'on'
}

export async function disablePush(): Promise<PushState> {
  const own = await subscription()
  writeStored(ownerKey, null)
  await own?.unsubscribe()
  // Ended on the server with the session in any case, or with the first message that finds no browser.
  if (own) await call(unsubscribePush, { endpoint: own.endpoint }).catch(() => undefined)
  return pushState()
}

/** A subscription ends with its session: the next session of the same customer requests it again. */
export async function keepOn(): Promise<void> {
  const token = currentSession()?.token
  if (keptFor === token || !isSupported() || (await pushState()) !== 'on') return
  keptFor = token
  // What did not come through is requested again as soon as anything of the session changes.
  await subscribe().catch(() => void (keptFor = undefined))
}

const subscription = async () => (await navigator.serviceWorker.getRegistration('/'))?.pushManager.getSubscription()

async function subscribe(): Promise<void> {
  const { key } = await call(pushKey, {})
  await registerWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  const own = before && isOf(before, key) ? before : await anew(pushManager, before, key)
  const { endpoint, expirationTime, keys } = own.toJSON()
  await call(subscribePush, {
    endpoint: endpoint ?? '',
    expirationTime,
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
  })
}

async function anew(manager: PushManager, before: PushSubscription | null, key: string): Promise<PushSubscription> {
  await before?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

function isOf({ options }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  return (
    btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, '') === key
  )
}
