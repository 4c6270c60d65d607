import type { TimelineKind } from '@evenhand/protocol/customer-timeline.ts'
import type { QueryExecutorProvider, RawBuilder } from 'kysely'
import { sql } from '../db/db.ts'

/** A row of a customer's timeline as its domain returns it. */
export type SourceRow = {
  /** Microseconds since the epoch, as exact as the database keeps them: two rows of one moment keep their order. */
  readonly us: number
  readonly id: string
  readonly params: Readonly<Record<string, string>>
  /** What is masked until an operator gives a reason. */
  readonly personal?: Readonly<Record<string, string>>
}
export type TimelineRequest = {
  readonly customerId: string
  readonly accountId: bigint
  /** Rows before this place alone: earlier than `us`, or of that moment with a lesser id where one is given. */
  readonly before: { readonly us: number; readonly id: string | undefined }
  readonly limit: number
  /** The kinds that the caller may read. */
  readonly kinds: ReadonlySet<TimelineKind>
}
/** What a domain knows of a customer, newest first by (us, id). `idForm` is what its ids look like. */
export type TimelineSource = {
  readonly idForm: RegExp
  readonly read: (request: TimelineRequest) => Promise<SourceRow[]>
}

export const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
export const numberForm = /^[0-9]{1,15}$/

type Table<R> = {
  /** The table with its alias `t`, joins included. */
  from: RawBuilder<unknown>
  /** Whose rows, in terms of the index. */
  where: (request: TimelineRequest) => RawBuilder<unknown>
  /** The timestamp by which the index is ordered; the id comes after it. */
  at: RawBuilder<unknown>
  id?: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  view: (row: R) => Pick<SourceRow, 'params' | 'personal'>
}

/** A source over one table with an index on owner, time and id: it reads no more rows than it returns. */
export function tableSource<R>(db: QueryExecutorProvider, options: Table<R>): TimelineSource {
  const { from, where, at, id = sql`t.id`, columns, view } = options
  return {
    idForm: uuidForm,
    async read(request) {
      const { us, id: lastId } = request.before
      const { rows } = await sql<R & { us: number; id: string }>`
        select (extract(epoch from ${at}) * 1000000)::float8 as us, ${id}::text as id, ${columns} from ${from}
        where ${where(request)} and ${at} <= ${momentOf(us)} and (${at}, ${id}) < (${momentOf(us)}, ${lastId ?? null}::uuid)
        order by ${at} desc, ${id} desc limit ${request.limit}`.execute(db)
      return rows.map((row) => ({ us: row.us, id: row.id, ...view(row) }))
    },
  }
}

/** A timestamp from microseconds, exactly. */
export const momentOf = (us: number): RawBuilder<unknown> =>
  sql`(timestamptz 'epoch' + ${us}::float8 * interval '1 microsecond')`

/** The first id of the millisecond that ends a time in microseconds: of ids that begin with their time, those before it are less. */
export function firstUuidOf(us: number): string {
  const hex = Math.min(Math.ceil(us / 1000), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** Parameters without those that have no value. */
export const paramsOf = (
  options: Readonly<Record<string, string | number | null | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, String(value)] as const],
    ),
  )
