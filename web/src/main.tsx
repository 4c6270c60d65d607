import './styles.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { onFeedReturned, startPriceSocket } from './feed/price-socket.ts'
import { setCalm } from './feed/quote-store.ts'
import { reloadOnLostChunk } from './lib/lost-chunk.ts'
import { currentSession, followOtherTabs, onSessionEnded, subscribeSession } from './lib/session.ts'
import { announceSessionEnd } from './lib/session-end.ts'
import { readStored } from './lib/storage.ts'
import { loadTexts } from './lib/texts.ts'
import { keepFresh, refetchAll } from './lib/use-fetched.ts'
import { router } from './routes.tsx'

reloadOnLostChunk()
followOtherTabs()
history.scrollRestoration = 'manual'
setCalm(matchMedia('(prefers-reduced-motion: reduce)').matches)

router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
  if (!pathChanged) return
  scrollTo(0, 0)
  // Whoever reads by ear or moves by key goes on at the new screen, not at the link that is gone.
  if (fromLocation) document.getElementById('main')?.focus({ preventScroll: true })
})
onFeedReturned(refetchAll)
onSessionEnded(() => announceSessionEnd(router))

// What a visitor watched joins the customer's lists at sign-in, on whatever screen that happens.
const joinWatched = () => {
  if (currentSession() && readStored('watchlist') !== null)
    void import('./features/markets/watchlist/watch-store.ts').then(({ start }) => start())
}
subscribeSession(joinWatched)

// Language and colours follow a customer from device to device.
const followSettings = () => {
  if (currentSession()) void import('./lib/own-settings.ts').then(({ follow }) => follow())
}
subscribeSession(followSettings)

// What happens to the customer is heard at once, on whatever screen.
const followOwn = () => {
  if (currentSession()) void import('./feed/own-socket.ts').then(({ start }) => start())
}
// A browser that is pushed to goes on being so with the next session of its customer.
const followPush = () => {
  if (currentSession() && readStored('pushOf') === currentSession()?.user.id)
    void import('./features/notices/push/push-browser.ts').then(({ keepOn }) => keepOn())
}
subscribeSession(followOwn)
subscribeSession(followPush)

// The calls of the first screen are wanted right after its first paint, so they travel beside its texts.
void import('./lib/call.ts')
// The first screen is complete before it replaces the shell, so that nothing the visitor sees falls back to boxes.
await Promise.all([loadTexts('common'), router.load()])
const page = document.getElementById('root')
if (page) createRoot(page).render(<App />)
startPriceSocket()
keepFresh()
followSettings()
followOwn()
followPush()
if (currentSession()) void import('./lib/user-info.ts').then(({ refreshUserInfo }) => refreshUserInfo())
joinWatched()
