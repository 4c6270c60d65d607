import './styles.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { onFeedReturned, startPriceSocket } from './feed/price-socket.ts'
import { setCalm } from './feed/quote-store.ts'
import { queryClient } from './lib/query-client.ts'
import { reloadOnLostChunk } from './lib/lost-chunk.ts'
import { followOtherTabs, onSessionEnded, subscribeSession } from './lib/session.ts'
import { announceSessionEnd } from './lib/session-end.ts'
import { loadTexts } from './lib/texts.ts'
import { refreshUserInfo } from './lib/user-info.ts'
import { router } from './routes.tsx'

reloadOnLostChunk()
followOtherTabs()
history.scrollRestoration = 'manual'
setCalm(matchMedia('(prefers-reduced-motion: reduce)').matches)

router.subscribe('onResolved', ({ pathChanged }) => {
  if (pathChanged) scrollTo(0, 0)
})
onFeedReturned(() => void queryClient.invalidateQueries())
subscribeSession(() => queryClient.removeQueries({ queryKey: ['mine'] }))
onSessionEnded(() => announceSessionEnd(router))

await loadTexts('common')
const page = document.getElementById('root')
if (page) createRoot(page).render(<App />)
startPriceSocket()
void refreshUserInfo()
