import type { Clock } from '../../kernel/clock.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { Log } from '../../kernel/log.ts'
import { startJob, type Job } from '../../kernel/jobs.ts'
import type { Mail } from '../../kernel/mail.ts'
import type { MountedOperator, OperatorDeps } from '../../kernel/operator-call.ts'
import type { Entrance } from '../../kernel/operator-http.ts'
import type { Passwords } from '../../kernel/passwords.ts'
import { createVault } from '../auth/index.ts'
import { recordAct } from './acts.ts'
import type { ConsoleDeps } from './console.deps.ts'
import { findSession } from './login.ts'
import { recordLook } from './looks.ts'
import { mustAssert } from './must-assert.ts'
import { noteCapabilities } from './note-capabilities.ts'
import { consoleRoutes } from './operators.console.ts'
import type { OperatorsDb, SignInDeps } from './operators.deps.ts'
import { hasSandboxOperator } from './operators.store.ts'
import { sweepRequests } from './requests.store.ts'
import { createSandboxAuthenticator } from './sandbox-authenticator.ts'
import { ensureSandboxOperators, sandboxOperators } from './sandbox-operators.ts'
import { mailSetUpLinks } from './set-up-links.ts'
import { sweepSessions } from './sessions.store.ts'
import { entrances, ownRoutes } from './sign-in.console.ts'

export { actsAfter, hadPart } from './acts.store.ts'
export type { ConsoleDeps, Waiting } from './console.deps.ts'
export { correctionLines } from './correction-lines.ts'
export { decidedTerms } from './params.ts'
export { operatorNames } from './operators.store.ts'
export { operatorsTold } from './personal-data.ts'
export { operatorsPublicRoutes } from './public.routes.ts'
export { openRestricted } from './restricted.ts'
export type { OperatorsDb } from './operators.deps.ts'

export type OperatorsOf = {
  /** As the role `console`. */
  db: OperatorsDb
  clock: Clock
  log: Log
  limits: Limits
  passwords: Passwords
  mode: 'sandbox' | 'live'
  mail: Mail
  consoleAddress: string
  /** 32 bytes outside the database. */
  secret: Uint8Array
}

/** Operators: their sign-in, the record of their acts, and what two of them decide. */
export function createOperators(of: OperatorsOf) {
  const { db, clock, mode } = of
  const mounted: MountedOperator[] = []
  const deps: SignInDeps = {
    ...of,
    vault: createVault(of.secret),
    authenticator: mode === 'sandbox' ? createSandboxAuthenticator(of.secret) : undefined,
    mayCall: (roles) =>
      mounted
        .filter(({ route }) => route.roles.some((role) => roles.includes(role)))
        .map(({ route }) => `${route.method} ${route.path}`),
  }
  const forParts: OperatorDeps = {
    recordAct: (tx, call, act) => recordAct(deps, tx, { call, act }),
    recordLook: (call, act) => recordLook(deps, { call, act }),
    mustAssert: (call, payload, given) => mustAssert(deps, call, { payload, given }),
  }
  mounted.push(...ownRoutes(deps))
  return {
    deps,
    forParts,
    entrances: entrances(deps),
    /** Every route of the console, those of other domains once they are added. */
    routes: mounted as readonly MountedOperator[],
    /** The console's own calls, with what they need of other domains. */
    addOwn: (more: Omit<ConsoleDeps, keyof SignInDeps>): void =>
      void mounted.push(...consoleRoutes({ ...deps, ...more })),
    /** Adds the console's part of another domain. */
    add(more: readonly MountedOperator[]): void {
      mounted.push(...more)
    },
    findSession: (call: Entrance) => findSession(deps, call),
    /** Puts what operators can do into the record where that has changed. */
    noteCapabilities: () =>
      noteCapabilities(
        deps,
        mounted.map(({ route }) => route),
      ),
    ensureSandboxOperators: () => ensureSandboxOperators(deps),
    hasSandboxOperators: () => hasSandboxOperator(db),
    /** The software authenticator of a sandbox; undefined in a live installation. */
    authenticator: deps.authenticator,
    isSandboxName: (name: string) => sandboxOperators.some((one) => one.name === name),
    /** Mails the links of set-ups that are due; the job does it every minute. */
    mailLinks: () => mailSetUpLinks(deps),
    startJobs: (): Job =>
      startJob({
        name: 'end the sessions of operators and mail their links',
        everyMs: 60_000,
        log: of.log,
        run: async () => {
          await sweepSessions(db, clock.now())
          await sweepRequests(db, clock.now())
          await mailSetUpLinks(deps)
        },
      }),
  }
}

export type Operators = ReturnType<typeof createOperators>
