import './styles.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { onFeedReturned, startPriceSocket } from './feed/price-socket.ts'
import { setCalm } from './feed/quote-store.ts'
import { features } from './features.ts'
import type { Feature } from './lib/feature.ts'
import { reloadOnLostChunk } from './lib/lost-chunk.ts'
import { currentSession, followOtherTabs, onSessionEnded, subscribeSession } from './lib/session.ts'
import { focusMain } from './lib/focus-main.ts'
import { announceSessionEnd } from './lib/session-end.ts'
import { loadTexts } from './lib/texts.ts'
import { keepFresh, refetchAll } from './lib/use-fetched.ts'
import { router } from './routes.tsx'

reloadOnLostChunk()
followOtherTabs()
setCalm(matchMedia('(prefers-reduced-motion: reduce)').matches)

router.onResolved(({ pathChanged, fromLocation }) => {
  // A screen reader or the keyboard goes on at the new screen, not at the link that is gone.
  if (pathChanged && fromLocation) focusMain()
})
onFeedReturned(refetchAll)
onSessionEnded(() => announceSessionEnd(router))

/** What features do at every sign-in and sign-out. */
const onSessions = features.flatMap((feature: Feature) => feature.onSession ?? [])
for (const onSession of onSessions) subscribeSession(onSession)

// Language and colours follow a customer from device to device.
const followSettings = () => {
  if (currentSession()) void import('./lib/customer-settings.ts').then(({ follow }) => follow())
}
subscribeSession(followSettings)

// The customer's events are received at once, on every screen.
const followOwn = () => {
  if (currentSession()) void import('./feed/session-socket.ts').then(({ start }) => start())
}
subscribeSession(followOwn)

// The calls of the first screen are wanted right after its first paint, so they travel beside its texts.
void import('./lib/call.ts')
// The first screen is complete before it replaces the shell, so that nothing the visitor sees falls back to boxes.
await Promise.all([loadTexts('common'), router.load()])
const page = document.getElementById('root')
// As a transition it is rendered in short pieces, between which the shell responds to a finger.
if (page) startTransition(() => createRoot(page).render(<App />))
startPriceSocket()
keepFresh()
followSettings()
followOwn()
for (const onSession of onSessions) onSession()
if (currentSession()) void import('./lib/user-info.ts').then(({ refreshUserInfo }) => refreshUserInfo())

// A reload without a network shows this page again; kept when everything else has come.
const offlineAfterMs = 5000
if (import.meta.env.PROD)
  setTimeout(
    () => void import('./lib/service-worker.ts').then(({ keepForOffline }) => keepForOffline()).catch(() => {}),
    offlineAfterMs,
  )
