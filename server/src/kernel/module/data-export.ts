import { sql } from 'kysely'
import type { QueryExecutorProvider } from 'kysely'
import { sqlState } from '../db/db.ts'
import { refuse } from '../http/refusal.ts'

/** Whose data: the customer, and the customer's account in the ledger. */
export type Notified = { customerId: string; accountId: bigint }
/** Rows by table, and JSON that names the last of them where there is one: the next page begins after it. */
export type ExportPage = { tables: Record<string, object[]>; last: string | undefined }
/** A part of a customer's export: some tables, page by page. */
export type ExportSection = {
  /** Tables whose rows of the customer are in it. */
  readonly tables: readonly string[]
  /** Rows one page has at most; undefined where everything comes at once. */
  readonly max: number | undefined
  /** The rows behind the one that `after` names; refuses 40020 an `after` that no page of it ended with. */
  read(who: Notified, page: { after: string | undefined; limit: number }): Promise<ExportPage>
}
/** What of a table is exported: columns (large numbers as text, no secrets), what names the customer, and a lasting order. */
export type ExportTable = {
  columns: string
  by: 'id' | 'customer_id' | 'account_id' | 'inviter_id' | 'invitee_id'
  /** Columns of the table, none of them null, that together are the customer's only once: a page begins behind such a cursor. */
  order: string
  /** A condition of ours; rows that do not meet it are not exported. */
  where?: string
  /** The table, where customers know it by another name. */
  from?: string
}

const maxRows = 500

/** The refusal of a cursor that no page ended with. */
export const malformedCursor = (): Error =>
  refuse('dataIncomplete', { fields: [{ field: 'after', reason: 'malformed' }] })

/**
 * Sections of plain tables, each exported by the columns that are named here and no others. All names are our own. A page
 * begins behind the last row of the one before it, whatever came or went before that row meanwhile.
 */
export const exportTables = (
  db: QueryExecutorProvider,
  tables: Readonly<Record<string, ExportTable>>,
): ExportSection[] =>
  Object.entries(tables).map(([name, { columns, by, order, where = 'true', from: table = name }]) => {
    const ordered = order.split(', ')
    const columnsIn = (row: string) => sql.raw(ordered.map((column) => `${row}.${column}`).join(', '))
    const cursor = sql.raw(ordered.map((column) => `'${column}', ${table}.${column}`).join(', '))
    const behind = (after: string) => sql`(${columnsIn(table)}) > (
      select ${columnsIn('before')} from jsonb_populate_record(null::${sql.raw(table)}, ${after}::jsonb) before)`
    return {
      tables: [name],
      max: maxRows,
      async read({ customerId, accountId }, { after, limit }) {
        const who = by === 'account_id' ? sql`${accountId}::bigint` : sql`${customerId}::uuid`
        const query = sql<{ row: object; cursor: string }>`
          select to_jsonb(exported) - 'export_cursor' as row, exported.export_cursor::text as cursor from (
            select ${sql.raw(columns)}, jsonb_build_object(${cursor}) as export_cursor from ${sql.raw(table)}
            where ${sql.raw(by)} = ${who} and ${sql.raw(where)} and ${after === undefined ? sql`true` : behind(after)}
            order by ${columnsIn(table)} limit ${limit}) exported`
        const { rows } = await query.execute(db).catch((cause: unknown) => {
          // Data exceptions: text that is no value of a column.
          throw after !== undefined && sqlState(cause)?.startsWith('22') === true ? malformedCursor() : cause
        })
        return { tables: { [name]: rows.map(({ row }) => row) }, last: rows.at(-1)?.cursor }
      },
    }
  })

/** The receipt of an order of an account, put together anew. */
export type ReceiptOf = (params: { accountId: bigint; orderId: string }) => Promise<object>
const receiptsAtOnce = 50

/** The same section with the receipt of the order that each row is of; fewer rows a page, for the work. */
export const withReceipts = (section: ExportSection, receipt: ReceiptOf): ExportSection => ({
  ...section,
  max: receiptsAtOnce,
  async read(who, page) {
    const { accountId } = who
    const { tables, last } = await section.read(who, page)
    const exported = Object.entries(tables).map(async ([table, rows]) => {
      const whole = rows.map(async (row) => ({
        ...row,
        receipt: await receipt({ accountId, orderId: (row as { id: string }).id }),
      }))
      return [table, await Promise.all(whole)] as const
    })
    return { tables: Object.fromEntries(await Promise.all(exported)), last }
  },
})
