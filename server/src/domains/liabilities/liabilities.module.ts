import type { Module } from '../../kernel/module/module.ts'
import type { SealOf } from './customer-proof.ts'
import type { Liabilities } from './index.ts'
import { liabilitiesRoutes } from './liabilities.routes.ts'

/** The proof of liabilities as it is made, served and stated. */
export const liabilitiesModule = (liabilities: Liabilities, { sealOf }: { sealOf: SealOf }): Module => ({
  name: 'liabilities',
  routes: liabilitiesRoutes(liabilities.deps, sealOf),
  jobs: liabilities.jobs,
})
