import { sqlState } from '../../kernel/db/db.ts'
import type { AuthDeps } from './index.ts'
import { insertPassword } from './passwords.store.ts'

export type SandboxLogin = { username: string; email: string; password: string }

/** Ready customers of a sandbox. Their passwords are public, so a live installation must not have them. */
const logins: readonly SandboxLogin[] = [
  { username: 'amy', email: 'amy@sandbox.evenhand.example', password: 'amy-tries-things' },
  { username: 'ben', email: 'ben@sandbox.evenhand.example', password: 'ben-tries-things' },
]

/** Opens the sandbox's two customers where they do not exist yet; returns their logins for the start to print. */
export async function ensureSandboxCustomers(deps: AuthDeps): Promise<readonly SandboxLogin[]> {
  const { db, accounts, passwords, safeguards, clock, mode, termsVersion } = deps
  if (mode !== 'sandbox') return []
  for (const { username, email, password } of logins) {
    if ((await accounts.findByAccount(username)) !== undefined) continue
    const hash = await passwords.hash(password)
    try {
      await db.transaction().execute(async (tx) => {
        const customer = await accounts.open(tx, {
          username,
          email,
          country: safeguards.proposedCountry('zh'),
          lang: 'zh',
          termsVersion: termsVersion(),
          invitedBy: undefined,
        })
        await insertPassword(tx, { customerId: customer.id, hash, at: clock.now() })
      })
    } catch (cause) {
      // Another process that starts at the same time has opened it.
      if (sqlState(cause) !== '23505') throw cause
    }
  }
  return logins
}

/** Whether this database has a customer whose password is public: live mode refuses to start on it. */
export async function hasSandboxCustomers({ accounts }: AuthDeps): Promise<boolean> {
  for (const { email } of logins) if ((await accounts.findByAccount(email)) !== undefined) return true
  return false
}
