import { sql } from 'kysely'
import type { QueryExecutorProvider } from 'kysely'

/** Whose data: the customer, and the customer's account in the ledger. */
export type Notified = { customerId: string; accountId: bigint }
/** A part of a customer's export: some tables, page by page. */
export type ExportSection = {
  /** Tables whose rows of the customer are in it. */
  readonly tables: readonly string[]
  /** Rows one page has at most; undefined where everything comes at once. */
  readonly max: number | undefined
  read(who: Notified, page: { offset: number; limit: number }): Promise<Record<string, object[]>>
}
/** What of a table is exported: columns (large numbers as text, no secrets), what names the customer, and a lasting order. */
export type ExportTable = {
  columns: string
  by: 'id' | 'customer_id' | 'account_id' | 'inviter_id' | 'invitee_id'
  order: string
  /** A condition of ours; rows that do not meet it are not exported. */
  where?: string
}

const maxRows = 500

/** Sections of plain tables, each exported by the columns that are named here and no others. All names are our own. */
export const exportTables = (
  db: QueryExecutorProvider,
  tables: Readonly<Record<string, ExportTable>>,
): ExportSection[] =>
  Object.entries(tables).map(([table, { columns, by, order, where = 'true' }]) => ({
    tables: [table],
    max: maxRows,
    async read({ customerId, accountId }, { offset, limit }) {
      const who = by === 'account_id' ? sql`${accountId}::bigint` : sql`${customerId}::uuid`
      const { rows } = await sql<{ row: object }>`
        select to_jsonb(exported) as row from (
          select ${sql.raw(columns)} from ${sql.raw(table)} where ${sql.raw(by)} = ${who} and ${sql.raw(where)}
          order by ${sql.raw(order)} offset ${offset} limit ${limit}) exported`.execute(db)
      return { [table]: rows.map(({ row }) => row) }
    },
  }))

/** The receipt of an order of an account, put together anew. */
export type ReceiptOf = (params: { accountId: bigint; orderId: string }) => Promise<object>
const receiptsAtOnce = 50

/** The same section with the receipt of the order that each row is of; fewer rows a page, for the work. */
export const withReceipts = (section: ExportSection, receipt: ReceiptOf): ExportSection => ({
  ...section,
  max: receiptsAtOnce,
  async read(who, page) {
    const { accountId } = who
    const exported = Object.entries(await section.read(who, page)).map(async ([table, rows]) => {
      const whole = rows.map(async (row) => ({
        ...row,
        receipt: await receipt({ accountId, orderId: (row as { id: string }).id }),
      }))
      return [table, await Promise.all(whole)] as const
    })
    return Object.fromEntries(await Promise.all(exported))
  },
})
