import type { CodeScene } from '@evenhand/protocol/accounts.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db.ts'
import type { Call, FindSession } from '../../kernel/http.ts'
import { startJob, type Job } from '../../kernel/jobs.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { Log } from '../../kernel/log.ts'
import type { Mail } from '../../kernel/mail.ts'
import type { Passwords } from '../../kernel/passwords.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Safeguards } from '../safeguards/index.ts'
import { checkUserNameOrPhone } from './check-user-name.ts'
import { sweepCodes } from './codes.store.ts'
import { ensureSandboxCustomers, hasSandboxCustomers } from './ensure-sandbox-customers.ts'
import { createLoginGate, type LoginGate } from './login-gate.ts'
import { login } from './login.ts'
import { registerForm } from './register-form.ts'
import { register, type RegisterAsk } from './register.ts'
import { sendCode } from './send-code.ts'
import { sweepSessions } from './sessions.store.ts'
import { createSessions, type Sessions } from './sessions.ts'

export { authRoutes } from './auth.routes.ts'

export type AuthOf = {
  db: Db<'auth'>
  accounts: Accounts
  safeguards: Safeguards
  clock: Clock
  limits: Limits
  passwords: Passwords
  mail: Mail
  log: Log
  mode: 'sandbox' | 'live'
  /** The version of the terms that a registration accepts. */
  termsVersion: string
  /** Where the mails of a sandbox can be read; undefined where mails really go out. */
  mailboxPath: string | undefined
}
export type AuthDeps = AuthOf & { sessions: Sessions; gate: LoginGate }

/** How someone proves who they are: codes by mail, passwords, sessions. */
export function createAuth(of: AuthOf) {
  const sessions = createSessions(of)
  const deps: AuthDeps = { ...of, sessions, gate: createLoginGate({ clock: of.clock, on: of.limits.on }) }
  const findSession: FindSession = sessions.find
  return {
    /** The session of a token; answers at once when it is in memory. */
    findSession,
    /** Ends every session of a customer on this server at once. */
    endSessionsOf: sessions.endAllOf,
    /** Reads a customer's sessions anew, as after a change of country or language. */
    refreshSessionsOf: sessions.refresh,
    checkUserNameOrPhone: (ask: Parameters<typeof checkUserNameOrPhone>[1], call: Call) =>
      checkUserNameOrPhone(deps, ask, call),
    registerForm: (_ask: object, call: Call) => registerForm(deps, call),
    sendCode: (ask: { to: string; scene: CodeScene }, call: Call) => sendCode(deps, ask, call),
    register: (ask: RegisterAsk, call: Call) => register(deps, ask, call),
    login: (ask: { account: string; password: string }, call: Call) => login(deps, ask, call),
    async logout(_ask: object, call: Call): Promise<Record<string, never>> {
      await sessions.end(call.token)
      return {}
    },
    ensureSandboxCustomers: () => ensureSandboxCustomers(deps),
    hasSandboxCustomers: () => hasSandboxCustomers(deps),
    /** Stores last uses every minute and deletes every hour what has ended; the first run is at once. */
    startJobs(): Job {
      const uses = startJob({ name: 'store session uses', everyMs: 60_000, run: sessions.storeUses, log: of.log })
      const sweep = startJob({
        name: 'sweep sessions and codes',
        everyMs: 3_600_000,
        run: async () => {
          await sweepSessions(of.db, of.clock.now())
          await sweepCodes(of.db, of.clock.now())
        },
        log: of.log,
        clock: of.clock,
      })
      return {
        async stop() {
          await Promise.all([uses.stop(), sweep.stop()])
          await sessions.storeUses()
        },
      }
    },
  }
}

export type Auth = ReturnType<typeof createAuth>
