import { CompiledQuery, type Kysely } from 'kysely'

/** A public figure as the one statement that counts it. What is published is the statement that runs, letter for letter. */
export type FigureSource = {
  /** `$1` is the epoch millisecond from which it counts; returns one row with the text `value`, or null without a basis. */
  readonly sql: string
  read(since: number): Promise<string | null>
}

type Requests = Pick<Kysely<never>, 'executeQuery'>

/** A figure of a domain's own tables. `more` are the values of `$2` and on; a statement without `$1` is passed none. */
export function figureSource(db: Requests, sql: string, more: () => readonly unknown[] = () => []): FigureSource {
  const takesSince = sql.includes('$1')
  return {
    sql,
    async read(since) {
      const values = takesSince ? [since, ...more()] : []
      const { rows } = await db.executeQuery<{ value: string | null }>(CompiledQuery.raw(sql, values))
      return rows[0]?.value ?? null
    },
  }
}

/** Figures of several domains as one; published are all their statements. Null where one of them has no basis. */
export const sumOf = (...parts: readonly FigureSource[]): FigureSource => ({
  sql: parts.map(({ sql }) => sql).join(';\n'),
  async read(since) {
    let sum = 0n
    for (const counted of await Promise.all(parts.map((part) => part.read(since)))) {
      if (counted === null) return null
      sum += BigInt(counted)
    }
    return String(sum)
  },
})

/** The rows of a published statement, run letter for letter. */
export async function publishedRows(db: Requests, sql: string, values: readonly unknown[]): Promise<never[]> {
  const { rows } = await db.executeQuery<never>(CompiledQuery.raw(sql, [...values]))
  return rows
}
