import { Refused } from './problem.ts'
import { reportProblem } from './report-problem.ts'

type Navigator = {
  state: { location: { href: string; pathname: string } }
  navigate: (to: { to: '/pass/login'; search: { back: string } }) => Promise<void>
}

/** The server ended the session: reports it, and opens the login with the way back. */
export function announceSessionEnd(router: Navigator): void {
  const { href, pathname } = router.state.location
  if (pathname.startsWith('/pass/')) return
  reportProblem(new Refused('sessionEnded', { code: 401, params: {}, traceId: '' }))
  void router.navigate({ to: '/pass/login', search: { back: href } })
}
