import { utcText } from '@evenhand/proofs/utc.ts'
import { exportRoles, mayExport, type ExportedTable } from '@evenhand/protocol/operator-exports.ts'
import { withFile, type Raw } from '../../kernel/http/http.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { csvCell } from '../accounts/index.ts'
import { findAuditEntries } from './audit-log.store.ts'
import { recordAuditEntry } from './audit-log.ts'
import type { ConsoleDeps } from './console.deps.ts'
import { maskedEmail } from './view-customer.ts'

const max = 10_000

type Table = { head: readonly string[]; rows: readonly (readonly string[])[] }

/** A file for a spreadsheet: a byte order mark, times in UTC, and no cell that a spreadsheet takes for a formula. */
const fileOf = ({ head, rows }: Table): string =>
  `\uFEFF${[head, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`

const tables: Readonly<Record<ExportedTable, (deps: ConsoleDeps) => Promise<Table>>> = {
  async users(deps) {
    const { rows } = await deps.searchCustomers({ q: '', status: undefined, limit: max, offset: 0 })
    return {
      head: ['id', 'username', 'email', 'country', 'status', 'identity', 'tier', 'created'],
      rows: rows.map((one) => [
        one.id,
        one.username,
        maskedEmail(one.email),
        one.country,
        one.status,
        one.kycStatus,
        one.tier,
        utcText(one.createdAt),
      ]),
    }
  },
  async audit({ db }) {
    const { rows } = await findAuditEntries(db, { limit: max, offset: 0 })
    return {
      head: ['seq', 'time', 'operator', 'roles', 'act', 'subject', 'customer', 'reason', 'before', 'after'],
      rows: rows.map((entry) => [
        entry.seq.toString(),
        utcText(entry.at),
        entry.operator,
        entry.roles.join(' '),
        entry.act,
        entry.subject,
        entry.customerId ?? '',
        entry.reason,
        entry.before ?? '',
        entry.after ?? '',
      ]),
    }
  },
  async ledger(deps) {
    const entries = await deps.exploreLedger(max)
    return {
      head: ['entry', 'time', 'kind', 'reference', 'account', 'asset', 'amount'],
      rows: entries.flatMap(({ seq, at, kind, ref, lines }) =>
        lines.map(({ account, asset, amount }) => [seq, utcText(at), kind, ref, account, asset, amount]),
      ),
    }
  },
}

/** Exports one table; every export is a line of the record. Refuses 10008 a table that is not the role's. */
export async function exportCsv(
  deps: ConsoleDeps,
  { what, reason }: { what: ExportedTable; reason: string },
  call: OperatorCall,
): Promise<Raw> {
  if (!mayExport(call.operator.roles, what))
    throw refuse('accountRestricted', { reason: 'ROLE', roles: exportRoles[what] })
  const table = await tables[what](deps)
  await deps.db.transaction().execute((tx) =>
    recordAuditEntry(deps, tx, {
      call,
      entry: { act: 'export.csv', subject: `export:${what}`, reason, after: { lines: table.rows.length } },
    }),
  )
  return withFile({ name: `evenhand-${what}.csv`, type: 'text/csv', text: fileOf(table) })
}
