import { everyStep } from '../../kernel/concurrency/apart.ts'
import type { Module } from '../../kernel/module/module.ts'
import { executeAdjustments } from './announced-adjustments.ts'
import type { ConsoleDeps } from './console.deps.ts'
import { consoleRoutes } from './operators.console.ts'
import { endRestrictions } from './restrict-customer.ts'

/** The console's own calls, which span the other domains, and what operators announced and the clock makes due. */
export function createConsole(deps: ConsoleDeps) {
  /** Does what falls due by the clock. */
  const runDue = (): Promise<void> => everyStep([endRestrictions, executeAdjustments].map((step) => () => step(deps)))
  const module: Module = {
    name: 'console',
    consoleRoutes: consoleRoutes(deps),
    jobs: [{ name: 'carry out what operators announced, and end restrictions', everyMs: 5_000, run: runDue }],
  }
  return { runDue, module }
}
