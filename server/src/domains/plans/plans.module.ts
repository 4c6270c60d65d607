import type { Module } from '../../kernel/module/module.ts'
import type { Plans } from './index.ts'
import { planNotifications } from './plans.notifications.ts'
import { plansRoutes } from './plans.routes.ts'

/** Plans as they are served and paid. */
export function plansModule(plans: Plans): Module {
  return {
    name: 'plans',
    routes: plansRoutes(plans),
    jobs: [{ name: 'pay yields', everyMs: 1_000, run: async () => void (await plans.payDue()) }],
    notifications: planNotifications,
  }
}
