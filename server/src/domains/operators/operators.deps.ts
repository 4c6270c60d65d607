import type { Clock } from '../../kernel/time/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Mail } from '../../kernel/mail/mail.ts'
import type { Limits } from '../../kernel/http/rate-limits.ts'
import type { Log } from '../../kernel/log.ts'
import type { Passwords } from '../../kernel/crypto/passwords.ts'
import type { Vault } from '../auth/index.ts'
import type { SandboxAuthenticator } from './sandbox-authenticator.ts'

export type OperatorsDb = Db<'operators'>

export type SignInDeps = {
  /** As the role `console`. */
  readonly db: OperatorsDb
  readonly clock: Clock
  readonly log: Log
  readonly limits: Limits
  readonly passwords: Passwords
  /** Seals what apps share with us and signs challenges, by a key outside the database. */
  readonly vault: Vault
  readonly mode: 'sandbox' | 'live'
  readonly mail: Mail
  /** Scheme, host and port of the console, where the link of a set-up leads. */
  readonly consoleAddress: string
  /** The labelled authenticator of the sandbox's operators; a live installation has none. */
  readonly authenticator: SandboxAuthenticator | undefined
  /** `METHOD path` of the calls that some roles may make. */
  readonly mayCall: (roles: readonly string[]) => string[]
}
