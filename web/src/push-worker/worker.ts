import type { WorkerMessage } from '../lib/offline-cache.ts'
import { respondTo, keepLoaded, keepNoneOf } from './offline.ts'
import { shownOf, type PushTexts } from './push-text.ts'

// What runs when a message comes while no page is open, and between a page and its network; the build puts the texts in.
declare const PUSH_TEXTS: PushTexts

type Wait = { waitUntil: (work: Promise<unknown>) => void }
type Page = { visibilityState: string; focus: () => Promise<Page>; navigate: (href: string) => Promise<unknown> }
type Worker = {
  registration: { showNotification: (title: string, options: object) => Promise<void> }
  clients: {
    claim: () => Promise<void>
    matchAll: (params: { type: 'window'; includeUncontrolled: boolean }) => Promise<Page[]>
    openWindow: (href: string) => Promise<unknown>
  }
  skipWaiting: () => Promise<void>
  location: { origin: string }
  addEventListener(
    name: 'fetch',
    run: (event: Wait & { request: Request; respondWith: (response: Promise<Response>) => void }) => void,
  ): void
  addEventListener(name: 'message', run: (event: Wait & { data: WorkerMessage | null }) => void): void
  addEventListener(name: 'install' | 'activate', run: (event: Wait) => void): void
  addEventListener(name: 'push', run: (event: Wait & { data: { json: () => unknown } | null }) => void): void
  addEventListener(
    name: 'notificationclick',
    run: (event: Wait & { notification: { close: () => void; data: { href: string } } }) => void,
  ): void
}
const worker = globalThis as unknown as Worker
const pages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

function read(data: { json: () => unknown } | null): unknown {
  try {
    return data?.json()
  } catch {
    return undefined
  }
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener('fetch', (event) => {
  const response = respondTo(event.request, worker.location.origin, (work) => event.waitUntil(work))
  if (response) event.respondWith(response)
})
worker.addEventListener('message', (event) => {
  if (event.data?.signedOut !== undefined) event.waitUntil(keepNoneOf(event.data.signedOut))
  if (event.data?.keep) event.waitUntil(keepLoaded(event.data.keep, worker.location.origin))
})

worker.addEventListener('push', (event) => {
  const { body, lang, tag, href } = shownOf(read(event.data), PUSH_TEXTS)
  const dir = lang === 'ar' ? 'rtl' : 'ltr'
  const show = async () => {
    // A page in sight shows it by itself.
    if ((await pages()).some(({ visibilityState }) => visibilityState === 'visible')) return
    await worker.registration.showNotification('Evenhand', { body, lang, dir, tag, data: { href } })
  }
  event.waitUntil(show())
})

worker.addEventListener('notificationclick', (event) => {
  const { href } = event.notification.data
  event.notification.close()
  const open = async () => {
    const [page] = await pages()
    if (!page) return worker.clients.openWindow(href)
    return (await page.focus()).navigate(href)
  }
  event.waitUntil(open())
})
