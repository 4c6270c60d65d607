import type { Module } from '../../kernel/module/module.ts'
import type { Liabilities } from './index.ts'
import { liabilitiesRoutes, type RoutesParams } from './liabilities.routes.ts'

/** The proof of liabilities as it is made and served. */
export const liabilitiesModule = (liabilities: Liabilities, params: RoutesParams): Module => ({
  name: 'liabilities',
  routes: liabilitiesRoutes(liabilities.deps, params),
  jobs: liabilities.jobs,
})
