import { owned } from '../../kernel/db/db.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import { namePlans, planSearch, planTimeline } from './find-plans.ts'
import type { Plans } from './index.ts'
import { planCoverage } from './plan-figures.ts'
import { plansConsole } from './plans.console.ts'
import { plansExport } from './plans.export.ts'
import { planNotifications } from './plans.notifications.ts'
import { plansRoutes } from './plans.routes.ts'

/** Plans as they are served, paid, exported, and shown to operators. */
export function plansModule(plans: Plans, { pools, operators }: Pick<ModuleDeps, 'pools' | 'operators'>): Module {
  const [api, console] = [owned<'plans'>(pools.api), owned<'plans'>(pools.console)]
  return {
    name: 'plans',
    routes: plansRoutes(plans),
    consoleRoutes: plansConsole({ console, plans: plans.deps, recordAuditEntry: operators.recordAuditEntry }),
    jobs: [{ name: 'pay yields', everyMs: 1_000, run: async () => void (await plans.payDue()) }],
    notifications: planNotifications,
    dataExport: plansExport(api),
    names: [{ kinds: /^plan\./, names: (params) => namePlans(api, params) }],
    timeline: { plan: planTimeline(console) },
    search: [planSearch(console)],
    figures: { planCoverage: planCoverage(api, plans.deps.ledger.houseHeld('reserve:yield', 'USDT')) },
    gauges: [
      {
        name: 'evenhand_plan_yields_lag_seconds',
        help: 'How long the oldest yield of a plan that is due waits to be paid.',
        read: () => plans.lagMs() / 1000,
      },
    ],
  }
}
