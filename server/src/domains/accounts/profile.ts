import {
  exportData as exportRoute,
  readSettings as readSettingsRoute,
  saveSettings as saveSettingsRoute,
  statement as statementRoute,
  type QuietHours,
  transactions as transactionsRoute,
} from '@evenhand/protocol/settings.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Limits } from '../../kernel/http/rate-limits.ts'
import { handle, type Call, type Mounted } from '../../kernel/http/http.ts'
import type { ExportSection } from '../../kernel/module/data-export.ts'
import type { NameSource } from '../../kernel/module/module.ts'
import type { Ledger } from '../ledger/index.ts'
import { exportData } from './export-data.ts'
import { readSettings, saveSettings } from './save-settings.ts'
import { statement } from './statement.ts'
import { transactions } from './transactions.ts'

export type ProfileDeps = {
  db: Db<'accounts'>
  clock: Clock
  ledger: Ledger
  limits: Limits
  /** The newest signed head of the log; a statement names it. */
  head: () => { size: number; root: string }
  installation: 'sandbox' | 'live'
  safeguards: {
    chooseRealityCheck: (params: { customerId: string; minutes: number }) => Promise<void>
    realityCheckMin: (customerId: string) => Promise<number>
  }
  /** Hours in which the customer is left in peace. */
  quietHours: {
    /** Refuses 40020 hours that are none. */
    mustHold: (quiet: QuietHours) => void
    of: (accountId: bigint) => Promise<QuietHours | null>
    choose: (params: { accountId: bigint; quiet: QuietHours | null }) => Promise<void>
  }
  /** All that is kept about a customer, by the domains that keep it. */
  sections: readonly ExportSection[]
  /** Reads a customer's sessions anew in every process. */
  refreshSessions: (customerId: string) => Promise<void>
  /** Numbers of the customer's orders in products, and of what came, went or was converted, by their ids. */
  names: readonly NameSource[]
  /** What two operators wrote for the customer beside a correction, by the number of their request. */
  correctionLines: (ids: readonly string[]) => Promise<Map<string, string>>
}

/** The customer's own pages: what spans products, each of which has a function for it. */
export const createProfile = (deps: ProfileDeps) => ({
  readSettings: (_request: object, call: Call) => readSettings(deps, call),
  saveSettings: (request: Parameters<typeof saveSettings>[1], call: Call) => saveSettings(deps, request, call),
  transactions: (request: Parameters<typeof transactions>[1], call: Call) => transactions(deps, request, call),
  statement: (request: Parameters<typeof statement>[1], call: Call) => statement(deps, request, call),
  exportData: (request: Parameters<typeof exportData>[1], call: Call) => exportData(deps, request, call),
  /** The tables of an export. */
  exportTables: deps.sections.flatMap(({ tables }) => tables),
})

export type Profile = ReturnType<typeof createProfile>

/** Requests of a customer about settings, transactions, statements and the export of own data. */
export const profileRoutes = (profile: Profile): Mounted[] => [
  handle(readSettingsRoute, profile.readSettings),
  handle(saveSettingsRoute, profile.saveSettings),
  handle(transactionsRoute, profile.transactions),
  handle(statementRoute, profile.statement),
  handle(exportRoute, profile.exportData),
]
