import type { SignedLiabilities } from '@evenhand/proofs/liabilities/statement.ts'
import { sql, type Db } from '../../kernel/db/db.ts'

type LiabilitiesDb = Db<'liabilities'>

/** A statement with its position among all, and when the next one is due, epoch milliseconds. */
export type KeptStatement = {
  readonly no: number
  /** Whose leaves and nodes it was made of. */
  readonly tree: number
  readonly statement: SignedLiabilities
  readonly nextAt: number
}

type StatementRow = { no: bigint; tree: bigint; statement: SignedLiabilities; next_at: bigint }
const keptOf = (row: StatementRow): KeptStatement => ({
  no: Number(row.no),
  tree: Number(row.tree),
  statement: row.statement,
  nextAt: Number(row.next_at),
})

/** The newest statement, undefined before the first. */
export async function newestStatement(db: LiabilitiesDb): Promise<KeptStatement | undefined> {
  const { rows } = await sql<StatementRow>`
    select no, tree, statement, next_at from liabilities.statements order by no desc limit 1`.execute(db)
  return rows.map(keptOf)[0]
}

/** Statements after a number, oldest first. */
export async function statementsAfter(
  db: LiabilitiesDb,
  params: { after: number; limit: number },
): Promise<readonly KeptStatement[]> {
  const { rows } = await sql<StatementRow>`
    select no, tree, statement, next_at from liabilities.statements where no > ${params.after} order by no limit ${params.limit}`.execute(
    db,
  )
  return rows.map(keptOf)
}

/** Adds a statement. Throws where another process has added one of its number or epoch. */
export async function addStatement(db: LiabilitiesDb, { no, tree, statement, nextAt }: KeptStatement): Promise<void> {
  await sql`
    insert into liabilities.statements (no, epoch, tree, statement, next_at)
    values (${no}, ${statement.epoch}, ${tree}, ${JSON.stringify(statement)}::json, ${nextAt})`.execute(db)
}
