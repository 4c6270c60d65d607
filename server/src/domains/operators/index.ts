import type { Clock } from '../../kernel/time/clock.ts'
import type { Limits } from '../../kernel/http/rate-limits.ts'
import type { Log } from '../../kernel/log.ts'
import type { JobSpec } from '../../kernel/module/module.ts'
import type { Mail } from '../../kernel/mail/mail.ts'
import type { MountedOperator, OperatorDeps } from '../../kernel/http/operator-call.ts'
import type { Entrance } from '../../kernel/http/operator-http.ts'
import type { Passwords } from '../../kernel/crypto/passwords.ts'
import { createVault } from '../auth/index.ts'
import { recordAuditEntry } from './audit-log.ts'
import { sweepAssignments } from './assign-cases.ts'
import type { ConsoleDeps } from './console.deps.ts'
import { filterCases } from './filter-cases.ts'
import { findSession } from './login.ts'
import { recordAccess } from './access-log.ts'
import { verifyOperatorAssertion } from './verify-assertion.ts'
import { noteCapabilities } from './note-capabilities.ts'
import type { OperatorsDb, SignInDeps } from './operators.deps.ts'
import { hasSandboxOperator } from './operators.store.ts'
import { sweepRequests } from './requests.store.ts'
import { createSandboxAuthenticator } from './sandbox-authenticator.ts'
import { ensureSandboxOperators, sandboxOperators } from './sandbox-operators.ts'
import { mailSetUpLinks } from './set-up-links.ts'
import { sweepSessions } from './sessions.store.ts'
import { entrances, ownRoutes } from './sign-in.console.ts'

export { createAlerts, listFailedAlerts, retryFailedAlert } from './alerts/index.ts'
export { createConsole } from './console.ts'
export { requestCauses } from './request-causes.ts'
export { operatorsModule } from './operators.module.ts'
export { auditEntriesAfter, hadPart } from './audit-log.store.ts'
export type { ConsoleDeps } from './console.deps.ts'
export { isOwnDebit } from './customer-debits.ts'
export { correctionLines } from './correction-lines.ts'
export { decidedContractTerms, decidedTerms, paramVersions } from './params.ts'
export { listAgents, operatorNames } from './operators.store.ts'
export { openRestricted, restrictionOf } from './restricted.ts'
export type { OperatorsDb } from './operators.deps.ts'

export type OperatorsParams = {
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
  /** Customers under a legal hold in force; none is found under one where it is left out. */
  heldCustomers?: ConsoleDeps['heldCustomers']
}

/** Operators: their sign-in, their audit log, and what two of them decide. */
export function createOperators(params: OperatorsParams) {
  const { db, clock, mode } = params
  const mounted: MountedOperator[] = []
  const deps: SignInDeps = {
    ...params,
    vault: createVault(params.secret),
    authenticator: mode === 'sandbox' ? createSandboxAuthenticator(params.secret) : undefined,
    mayCall: (roles) =>
      mounted
        .filter(({ route }) => route.roles.some((role) => roles.includes(role)))
        .map(({ route }) => `${route.method} ${route.path}`),
  }
  const forParts: OperatorDeps = {
    recordAuditEntry: (tx, call, entry) => recordAuditEntry(deps, tx, { call, entry }),
    recordAccess: (call, entry) => recordAccess(deps, { call, entry }),
    verifyOperatorAssertion: (call, payload, given) => verifyOperatorAssertion(deps, call, { payload, given }),
    filterCases: (call, noun, request) =>
      filterCases({ ...deps, heldCustomers: params.heldCustomers }, { call, noun, request }),
  }
  mounted.push(...ownRoutes(deps))
  return {
    deps,
    forParts,
    consoleAddress: params.consoleAddress,
    entrances: entrances(deps),
    /** Every route of the console, those of other domains once they are added. */
    routes: mounted as readonly MountedOperator[],
    /** Adds what the modules bring to the console. */
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
    jobs: [
      {
        name: 'end the sessions of operators and mail their links',
        everyMs: 60_000,
        run: async () => {
          await sweepSessions(db, clock.now())
          await sweepRequests(db, clock.now())
          await sweepAssignments(deps)
          await mailSetUpLinks(deps)
        },
      },
    ] as readonly JobSpec[],
  }
}

export type Operators = ReturnType<typeof createOperators>
