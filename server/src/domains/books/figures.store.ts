import type { SignedFigures } from '@evenhand/proofs/figures.ts'
import { sql, type Db } from '../../kernel/db/db.ts'

export type FigureQueryText = { readonly hash: string; readonly sql: string; readonly firstAt: number }

/** Keeps a signed statement. Another process may have kept one of the same millisecond; then that one stays. */
export async function keepFigures(db: Db<'books'>, signed: SignedFigures): Promise<void> {
  await sql`insert into books.figures (at, statement) values (${signed.at}, ${JSON.stringify(signed)}::jsonb)
    on conflict do nothing`.execute(db)
}

/** Statements older than `before`, newest first. */
export async function listFigures(
  db: Db<'books'>,
  params: { before: number; limit: number },
): Promise<SignedFigures[]> {
  const { rows } = await sql<{ statement: SignedFigures }>`
    select statement from books.figures where at < ${params.before} order by at desc limit ${params.limit}`.execute(db)
  return rows.map(({ statement }) => asSigned(statement))
}

/** The statement with its fields in the order of what was signed: jsonb keeps them in one of its own. */
const asSigned = ({ v, origin, at, figures, keyId, signature }: SignedFigures): SignedFigures => ({
  v,
  origin,
  at,
  figures: figures.map(({ name, value, asOf, formula, query, sqlHash }) => ({
    name,
    value,
    asOf,
    formula,
    query,
    sqlHash,
  })),
  keyId,
  signature,
})

/** Keeps the SQL that is in use, once a text. */
export async function keepQueries(db: Db<'books'>, queries: readonly FigureQueryText[]): Promise<void> {
  await sql`
    insert into books.figure_queries (hash, sql, first_at)
    select decode(hash, 'hex'), sql, first_at from unnest(
      ${queries.map(({ hash }) => hash)}::text[], ${queries.map((one) => one.sql)}::text[],
      ${queries.map(({ firstAt }) => firstAt)}::bigint[]) as used(hash, sql, first_at)
    on conflict do nothing`.execute(db)
}

/** Every SQL a figure was ever counted with, oldest first. */
export async function listQueries(db: Db<'books'>): Promise<FigureQueryText[]> {
  const { rows } = await sql<{ hash: string; sql: string; first_at: bigint }>`
    select encode(hash, 'hex') as hash, sql, first_at from books.figure_queries order by first_at, hash`.execute(db)
  return rows.map(({ hash, sql: text, first_at: firstAt }) => ({ hash, sql: text, firstAt: Number(firstAt) }))
}
