import type { Db } from '../../kernel/db/db.ts'
import { exportTables, type Notified, type ExportSection } from '../../kernel/module/data-export.ts'

type Receipt = (params: { accountId: bigint; orderId: string }) => Promise<object>
/** Every order comes with its receipt, each of which is put together anew. */
const ordersAtOnce = 50

const terms =
  "id, order_no, case asset when 2 then 'virtual' else 'real' end as account, direction, stake::text as stake_units, payout_ppm, limit_time, accepted_at"

/** What options tell of a customer: every order with its receipt, as it runs and as it ended. */
export const optionsExport = (db: Db<'options'>, receipt: Receipt): ExportSection[] =>
  exportTables(db, {
    'options.open_orders': { columns: terms, by: 'account_id', order: 'id' },
    'options.orders': {
      columns: `${terms}, status, void_reason, gain::text as gain_units, expires_at, settled_at`,
      by: 'account_id',
      order: 'id',
    },
  }).map((section) => withReceipts(section, receipt))

const withReceipts = (section: ExportSection, receipt: Receipt): ExportSection => ({
  ...section,
  max: ordersAtOnce,
  async read(who, page) {
    const exported = Object.entries(await section.read(who, page)).map(
      async ([table, rows]) => [table, await Promise.all(rows.map((row) => addReceipt(row, who, receipt)))] as const,
    )
    return Object.fromEntries(await Promise.all(exported))
  },
})

async function addReceipt(row: object, { accountId }: Notified, receipt: Receipt): Promise<object> {
  const { id } = row as { id: string }
  return { ...row, receipt: await receipt({ accountId, orderId: id }) }
}
