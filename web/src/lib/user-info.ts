import { getUserInfo } from '@evenhand/protocol/accounts.ts'
import { call } from './call.ts'
import { currentSession, keepSession } from './session.ts'

/** Fetches user info again at start when the flag is set. Without a network the stored info stays as it is. */
export async function refreshUserInfo(): Promise<void> {
  const session = currentSession()
  if (!session) return
  try {
    // What no screen shows is not left lying in this browser.
    const { birthDate: _born, invitedBy: _inviter, ...user } = await call(getUserInfo, {})
    if (currentSession() === session) keepSession(user.token, user)
    // What was changed here meanwhile is newer than this response.
    else if (currentSession()?.token === session.token) await refreshUserInfo()
  } catch {
    // A 401 has already ended the session; anything else leaves what is stored.
  }
}
