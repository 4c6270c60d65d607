import type { Module } from '../../kernel/module/module.ts'
import type { Contracts } from './index.ts'
import { contractsRoutes } from './contracts.routes.ts'

/** Contracts as they are served. */
export const contractsModule = (contracts: Contracts): Module => ({
  name: 'contracts',
  routes: contractsRoutes(contracts),
  start: contracts.start,
  stop: contracts.stop,
})
