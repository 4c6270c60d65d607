import { logout } from '@evenhand/protocol/accounts.ts'
import { useNavigate } from '@evenhand/ui/router.ts'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { focusMain } from '../../lib/focus-main.ts'
import { leaveSession } from '../../lib/session.ts'

/** Ends the session on the server when it can be reached, and here in any case. */
export function useLogout() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    await leaveSession(async () => {
      await navigate({ to: '/' })
      await call(logout, {}).catch(() => undefined)
    })
    // The button that was pressed is gone with the session.
    focusMain()
  }
  return { busy, leave: () => void leave() }
}
