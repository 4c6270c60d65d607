import './lib/setup-token.ts'
import './styles.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { onSessionEnded } from './lib/call.ts'
import { currentOperator, keepOperator } from './lib/session.ts'
import { loadTexts } from './lib/texts.ts'
import { router } from './routes.tsx'

// A session that ends while a screen stands open leads to the sign-in, and from there back to that screen.
onSessionEnded(() => {
  if (!currentOperator()) return
  const back = router.state.location.href
  keepOperator(undefined)
  void router.navigate({ to: '/sign-in', search: { back, ended: '1' } })
})

// A tab that was open across a release requests files that are gone; once a session it takes the new ones.
addEventListener('vite:preloadError', () => {
  if (sessionStorage.getItem('reloaded') !== null) return
  sessionStorage.setItem('reloaded', '1')
  location.reload()
})

// A phone shows a list and its case in turn, in one window: each begins at its top.
router.onResolved(({ location }) => location.hash === '' && scrollTo(0, 0))

void router.load()
await loadTexts()
const page = document.getElementById('root')
if (page) createRoot(page).render(<App />)
