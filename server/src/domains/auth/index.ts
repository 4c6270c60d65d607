import type { Lang } from '@evenhand/protocol/languages.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Call, FindSession } from '../../kernel/http/http.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Limits } from '../../kernel/http/rate-limits.ts'
import type { AnyDb } from '../../kernel/http/operator-call.ts'
import type { Log } from '../../kernel/log.ts'
import type { Module } from '../../kernel/module/module.ts'
import type { Mail } from '../../kernel/mail/mail.ts'
import type { OutboxDb } from '../../kernel/outbox/outbox.store.ts'
import type { Passwords } from '../../kernel/crypto/passwords.ts'
import type { Accounts } from '../accounts/index.ts'
import type { NotificationOf } from '../notices/index.ts'
import type { Safeguards } from '../safeguards/index.ts'
import { createApiKeys } from './api-keys/api-keys.ts'
import { setBinding } from './binding.ts'
import { antiPhishing, setAntiPhishing } from './anti-phishing.ts'
import { checkUserNameOrPhone } from './check-user-name.ts'
import { close } from './close.ts'
import { sweepCodes } from './codes.store.ts'
import { ensureSandboxCustomers, hasSandboxCustomers } from './ensure-sandbox-customers.ts'
import { freeze } from './freeze.ts'
import { sweepLinks } from './freezes.store.ts'
import { createAccountMailQueue } from './account-mail-queue.ts'
import { createBackgroundTasks, type BackgroundTasks } from './background-tasks.ts'
import { phraseLine } from './mail-templates.ts'
import { endOtherSessions, endSession, loginHistory, sessions as customerSessions } from './list-sessions.ts'
import { createLoginGate, type LoginGate } from './login-gate.ts'
import { login } from './login.ts'
import { requireStepUp, type Confirming, type Confirms } from './step-up-auth.ts'
import type { FactorRequest, RequireSecondFactor } from './require-second-factor.ts'
import { findPhrase } from './phrases.store.ts'
import { requireRecentAuth, prove } from './proof.ts'
import { registerForm } from './register-form.ts'
import { register, type RegisterRequest } from './register.ts'
import { repassword, type RepasswordRequest } from './repassword.ts'
import { findSecurityChange } from './security-changes.store.ts'
import { sendCode, type SendRequest } from './send-code.ts'
import { createSecondFactor, sweepChallenges } from './second-factor/index.ts'
import { sweepDevices, sweepSessions } from './sessions.store.ts'
import { createSessions, type Listen, type Sessions } from './sessions.ts'
import { sweepSignIns } from './sign-ins.store.ts'
import { createSocial, sweepSocial, type IdentityProvider } from './social/index.ts'
import { thawDue, unfreeze } from './unfreeze.ts'
import { warn, type Warned } from './warn.ts'
import { updateProfile, type ProfileRequest } from './update-profile.ts'

export { plainNetwork } from './api-keys/plain-networks.ts'
export { accessFacts } from './access-facts.ts'
export { sharedAccess, shareWay } from './shared-access.ts'
export { authModule } from './auth.module.ts'
export type { Confirming, Confirms, ConfirmScene } from './step-up-auth.ts'
export { authRoutes } from './auth.routes.ts'
export {
  createFundPasswords,
  fundPasswordChangedAfter,
  fundPasswordChangedAt,
  fundPasswordModule,
  fundPasswordRoutes,
  type FundPasswordDeps,
  type FundPasswordEvent,
  type FundPasswords,
} from './fund-password/index.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'
export { base32, keyUri, secretBytes, stepOf } from './second-factor/totp.ts'
export { createVault, type Vault } from './second-factor/vault.ts'
export { apple, google, reachOnly, type IdentityProvider } from './social/index.ts'

/** What happened to a customer's account. */
export type AuthEvent = NotificationOf<
  'welcome' | 'login.new_device' | 'password.changed' | 'twofa.changed' | 'email.changed' | 'apikey.created'
>

export type AuthParams = {
  db: Db<'auth'>
  /** Where mails wait to be sent. */
  outboxDb: OutboxDb
  accounts: Accounts
  safeguards: Safeguards
  clock: Clock
  limits: Limits
  /** The other processes of the installation. */
  bus?: Bus
  passwords: Passwords
  mail: Mail
  log: Log
  mode: 'sandbox' | 'live'
  /** The version of the terms that a registration accepts, as they stand now. */
  termsVersion: () => string
  /** 32 secret bytes that are not in the database: what apps and recovery codes are kept under. */
  factorKey: Uint8Array
  /** Where the mails of a sandbox can be read; undefined where mails really go out. */
  mailboxPath: string | undefined
  /** The zone that a customer chose, as an IANA name; left out where none is known. */
  zoneOf?: (accountId: bigint) => Promise<string | undefined>
  /** The address customers know; a sandbox that has none links to where it was called. */
  publicUrl?: string | undefined
  /** Who vouches for customers by OpenID Connect; none where left out. */
  identityProviders?: readonly IdentityProvider[]
  /** What codes for operations inside the account confirm; scenes that are left out do not exist. */
  confirms?: Confirms
  /** Publishes, in the caller's transaction, what a customer should also see in the app. Mails are written here. */
  enqueueNotices?: (tx: AnyDb, notices: readonly AuthEvent[]) => Promise<void>
  /** Listens to what other processes do to sessions; left out where there is one process. */
  listen?: Listen
}
export type AuthDeps = AuthParams & {
  sessions: Sessions
  gate: LoginGate
  later: BackgroundTasks
  requireSecondFactor: RequireSecondFactor
}

/** The line with the customer's own words that every mail to that customer begins with; undefined where none are set. */
export const phraseReader = (db: Db<'auth'>) => async (customerId: string, lang: Lang) =>
  phraseLine(lang, await findPhrase(db, customerId))

/** How a customer proves identity: codes by mail, passwords, sessions. */
export function createAuth(options: AuthParams) {
  const sessions = createSessions(options)
  const deps: AuthDeps = {
    ...options,
    sessions,
    gate: createLoginGate({ clock: options.clock, on: options.limits.on, bus: options.bus }),
    later: createBackgroundTasks(options),
    requireSecondFactor: (proving) => secondFactor.requireSecondFactor(proving),
  }
  const secondFactor = createSecondFactor(deps)
  const mails = createAccountMailQueue(options)
  const findSession: FindSession = sessions.find
  return {
    /** The session of a token; returns at once when it is in memory. */
    findSession,
    /** As findSession, without counting as a use. */
    peekSession: sessions.peek,
    /** Ends every session of a customer, at once here and within a second in other processes. */
    endSessionsOf: (customerId: string) => sessions.end({ customerId }),
    /** Reads a customer's sessions anew in every process, as after a change of country or language. */
    refreshSessionsOf: sessions.refresh,
    /** Is notified of every session that ends, here or elsewhere, so that its sockets can be closed. */
    onSessionsEnded: sessions.onEnded,
    checkUserNameOrPhone: (request: Parameters<typeof checkUserNameOrPhone>[1], call: Call) =>
      checkUserNameOrPhone(deps, request, call),
    registerForm: (_request: object, call: Call) => registerForm(deps, call),
    sendCode: (request: SendRequest, call: Call) => sendCode(deps, request, call),
    register: (request: RegisterRequest, call: Call) => register(deps, request, call),
    /** By account and password, or by a passkey alone. */
    login: (request: FactorRequest & { account: string; password: string }, call: Call) =>
      request.passkey !== undefined && request.account === '' && request.password === ''
        ? secondFactor.signInByPasskey(request.passkey, call)
        : login(deps, request, call),
    secondFactor,
    prove: (request: FactorRequest & { password?: string | undefined }, call: Call) =>
      prove(secondFactor.deps, request, call),
    /** Refuses 40036 unless the session of a call has a recent proof; for the kernel to call before marked routes. */
    requireRecentAuth: (proof: true | 'factor', call: Call) => requireRecentAuth(secondFactor.deps, proof, call),
    /** Refuses unless the caller brings the second factor, or else the code that was mailed for this very content. */
    requireStepUp: (act: Confirming, call: Call) => requireStepUp(secondFactor.deps, act, call),
    /** When password, second factor or e-mail were last changed, epoch ms; undefined for never. */
    securityChangedAt: (customerId: string) => findSecurityChange(options.db, customerId),
    /** Plans a mail to the caller of what this transaction does in the account's name, with a link that freezes it. */
    warn: (tx: AnyDb, event: Warned, call: Call) => warn(deps, tx, { event, call }),
    async logout(_request: object, call: Call): Promise<Record<string, never>> {
      const { customerId, id } = call.session
      await sessions.end({ customerId, one: id, token: call.token })
      setBinding(call, undefined)
      return {}
    },
    repassword: (request: RepasswordRequest, call: Call) => repassword(deps, request, call),
    updateProfile: (request: ProfileRequest, call: Call) => updateProfile(secondFactor.deps, request, call),
    sessions: (_request: object, call: Call) => customerSessions(deps, call),
    endSession: (request: { id: string }, call: Call) => endSession(deps, request, call),
    endOtherSessions: (_request: object, call: Call) => endOtherSessions(deps, call),
    loginHistory: (_request: object, call: Call) => loginHistory(deps, call),
    close: (_request: object, call: Call) => close(deps, call),
    freeze: (request: { token?: string | undefined }, call: Call) => freeze(deps, request, call),
    unfreeze: (request: { account: string; code: string }, call: Call) => unfreeze(deps, request, call),
    antiPhishing: (_request: object, call: Call) => antiPhishing(deps, call),
    social: createSocial(deps, options.identityProviders ?? []),
    setAntiPhishing: (request: { phrase: string }, call: Call) => setAntiPhishing(deps, request, call),
    apiKeys: createApiKeys(deps),
    deliveries: [mails],
    /** Resolves when what no response waited for is done, and every mail that is due is sent. */
    async idle(): Promise<void> {
      await deps.later.idle()
      await mails.run()
    },
    ensureSandboxCustomers: () => ensureSandboxCustomers(deps),
    hasSandboxCustomers: () => hasSandboxCustomers(deps),
    ...living(deps),
  }
}

/** A code that is still being mailed when the product stops gets so long. */
const stopPatienceMs = 5000

/** What runs beside the calls: listening to other processes, storing last uses, giving accounts back, deleting what ended. */
function living(deps: AuthDeps): Required<Pick<Module, 'jobs' | 'start' | 'stop'>> {
  const { db, sessions, clock } = deps
  let stopListening: (() => Promise<void>) | undefined
  const sweep = async (): Promise<void> => {
    const now = clock.now()
    await sweepSessions(db, now)
    await sweepDevices(db, now)
    await sweepCodes(db, now)
    await sweepLinks(db, now)
    await sweepSignIns(db, now)
    await sweepSocial(db, now)
    await sweepChallenges(db, now)
  }
  return {
    jobs: [
      { name: 'store session uses', everyMs: 60_000, inEveryProcess: true, run: sessions.storeUses },
      { name: 'unfreeze accounts', everyMs: 60_000, run: () => thawDue(deps), byClock: true },
      { name: 'sweep sessions, codes, links and sign-ins', everyMs: hourMs, run: sweep, byClock: true },
    ],
    start: () => void (stopListening = sessions.startListening()),
    async stop() {
      await stopListening?.()
      await sessions.storeUses()
      await deps.later.idle(stopPatienceMs)
    },
  }
}

export type Auth = ReturnType<typeof createAuth>
