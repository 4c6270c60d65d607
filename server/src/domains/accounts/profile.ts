import {
  exportData as exportRoute,
  saveSettings as saveSettingsRoute,
  transactions as transactionsRoute,
} from '@evenhand/protocol/settings.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db.ts'
import { handle, type Call, type Mounted } from '../../kernel/http.ts'
import type { ToldSection } from '../../kernel/told-tables.ts'
import type { Ledger } from '../ledger/index.ts'
import { exportData } from './export-data.ts'
import { saveSettings } from './save-settings.ts'
import { transactions } from './transactions.ts'

export type ProfileDeps = {
  db: Db<'accounts'>
  clock: Clock
  ledger: Ledger
  safeguards: {
    chooseRealityCheck: (of: { customerId: string; minutes: number }) => Promise<void>
    realityCheckMin: (customerId: string) => Promise<number>
  }
  /** All that is kept about a customer, by the domains that keep it. */
  sections: readonly ToldSection[]
  /** Reads a customer's sessions anew in every process. */
  refreshSessions: (customerId: string) => Promise<void>
  /** Number and instrument of the customer's orders by their ids. */
  orderNames: (of: {
    accountId: bigint
    ids: readonly string[]
  }) => Promise<Map<string, { id: string; orderNo: string; code: string }>>
}

/** The customer's own pages: what spans products, each of which is asked by a function of its own. */
export const createProfile = (deps: ProfileDeps) => ({
  saveSettings: (ask: Parameters<typeof saveSettings>[1], call: Call) => saveSettings(deps, ask, call),
  transactions: (ask: Parameters<typeof transactions>[1], call: Call) => transactions(deps, ask, call),
  exportData: (ask: Parameters<typeof exportData>[1], call: Call) => exportData(deps, ask, call),
  /** The tables an export tells of. */
  toldTables: deps.sections.flatMap(({ tables }) => tables),
})

export type Profile = ReturnType<typeof createProfile>

export const profileRoutes = (profile: Profile): Mounted[] => [
  handle(saveSettingsRoute, profile.saveSettings),
  handle(transactionsRoute, profile.transactions),
  handle(exportRoute, profile.exportData),
]
