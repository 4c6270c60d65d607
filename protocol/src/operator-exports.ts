import * as z from 'zod/mini'
import { operatorPost, operatorReason, type OperatorRole } from './operator-route.ts'

/** Who may export which table: a financial officer's export is of money, the record is for who watches it. */
export const exportRoles = {
  users: ['auditor', 'risk'],
  audit: ['auditor', 'risk'],
  ledger: ['auditor', 'finance1', 'finance2'],
} as const satisfies Readonly<Record<string, readonly OperatorRole[]>>
export type ExportedTable = keyof typeof exportRoles

/** Whether one of these roles may export a table: what the server refuses by and the console offers by. */
export const mayExport = (roles: readonly OperatorRole[], what: ExportedTable): boolean =>
  exportRoles[what].some((role) => roles.includes(role))

/** A file for a spreadsheet: no cell of it is a formula. At most 10 000 lines, the newest. */
export const exportCsv = operatorPost('/swx/admin/exports', {
  summary:
    'Exports customers (masked), the record of operators, or ledger entries as a file; every export is recorded.',
  roles: [...new Set(Object.values(exportRoles).flat())],
  does: 'read',
  request: z.strictObject({
    what: z.enum(['users', 'audit', 'ledger'] satisfies ExportedTable[]),
    reason: operatorReason,
  }),
  result: z.unknown(),
  refusals: ['reasonNeeded', 'accountRestricted'],
})
