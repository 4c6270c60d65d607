import type { SumNode } from '@evenhand/proofs/liabilities/sum-tree.ts'
import { sql, type Db } from '../../kernel/db/db.ts'

type LiabilitiesDb = Db<'liabilities'>

export type Draw = {
  /** The last entry of the ledger that counts. */
  readonly entry: bigint
  readonly assets: readonly number[]
  /** Who holds more of an asset than this has several leaves, `parts` at most. */
  readonly split: readonly bigint[]
  readonly parts: number
}

/** Writes the leaves of a new tree, see liabilities.draw_leaves; returns its number and how many leaves it has. */
export async function drawLeaves(
  db: LiabilitiesDb,
  { entry, assets, split, parts }: Draw,
): Promise<{ tree: number; leaves: number }> {
  const { rows } = await sql<{ tree: bigint; leaves: number }>`
    select drawn.tree, liabilities.draw_leaves(drawn.tree, ${entry}, ${assets as number[]}::smallint[], ${split as bigint[]}::bigint[], ${parts}) as leaves
    from (select nextval('liabilities.tree_seq') as tree) drawn`.execute(db)
  const [row] = rows
  return { tree: Number(row?.tree ?? 0n), leaves: row?.leaves ?? 0 }
}

export type LeafRow = {
  readonly position: number
  readonly customerId: string
  readonly salt: string
  readonly sums: readonly bigint[]
}
const leafColumns = sql`position, customer_id as "customerId", encode(salt, 'hex') as salt, sums`

/** The leaves of a tree in a range of positions, in their order; `to` is not included. */
export async function leavesIn(
  db: LiabilitiesDb,
  params: { tree: number; from: number; to: number },
): Promise<readonly LeafRow[]> {
  const { rows } = await sql<LeafRow>`
    select ${leafColumns} from liabilities.leaves
    where tree = ${params.tree} and position >= ${params.from} and position < ${params.to} order by position`.execute(
    db,
  )
  return rows
}

/** A customer's own leaves in a tree. */
export async function leavesOf(
  db: LiabilitiesDb,
  params: { tree: number; customerId: string },
): Promise<readonly LeafRow[]> {
  const { rows } = await sql<LeafRow>`
    select ${leafColumns} from liabilities.leaves
    where customer_id = ${params.customerId} and tree = ${params.tree} order by position`.execute(db)
  return rows
}

export type NodeRow = SumNode & { readonly level: number; readonly index: number }

/** Keeps the nodes of a tree above its blocks of leaves. */
export async function addNodes(db: LiabilitiesDb, tree: number, nodes: readonly NodeRow[]): Promise<void> {
  const rows = nodes.map(({ level, index, hash, sums }) => ({ level, index, hash, sums: sums.map(String) }))
  await sql`
    insert into liabilities.nodes (tree, level, index, hash, sums)
    select ${tree}, node.level, node.index, decode(node.hash, 'hex'), node.sums::bigint[]
    from json_to_recordset(${JSON.stringify(rows)}::json) as node(level smallint, index integer, hash text, sums text[])`.execute(
    db,
  )
}

/** Some nodes of a tree by level and index; those that are not there are left out. */
export async function nodesAt(
  db: LiabilitiesDb,
  tree: number,
  wanted: readonly { level: number; index: number }[],
): Promise<readonly NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    select node.level, node.index, encode(node.hash, 'hex') as hash, node.sums
    from unnest(${wanted.map(({ level }) => level)}::smallint[], ${wanted.map(({ index }) => index)}::integer[]) as wanted(level, index)
    join liabilities.nodes node on node.tree = ${tree} and node.level = wanted.level and node.index = wanted.index`.execute(
    db,
  )
  return rows
}

/** Lets go of the leaves and nodes of every tree but that of the newest statements, and of one that is being made. */
export async function dropTrees(db: LiabilitiesDb, params: { keep: number; making?: number }): Promise<void> {
  const kept = sql`(select s.tree from liabilities.statements s order by s.no desc limit ${params.keep})`
  for (const table of [sql`liabilities.leaves`, sql`liabilities.nodes`])
    await sql`delete from ${table} t where t.tree not in ${kept} and t.tree <> ${params.making ?? 0}`.execute(db)
}
