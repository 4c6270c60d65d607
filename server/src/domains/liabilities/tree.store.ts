import type { SumNode } from '@evenhand/proofs/liabilities/sum-tree.ts'
import { sql, type Db } from '../../kernel/db/db.ts'

type LiabilitiesDb = Db<'liabilities'>

/** A number for a tree that is about to be drawn. */
export async function newTree(db: LiabilitiesDb): Promise<number> {
  const { rows } = await sql<{ tree: bigint }>`select nextval('liabilities.tree_seq') as tree`.execute(db)
  return Number(rows[0]?.tree ?? 0n)
}

export type Draw = {
  readonly tree: number
  /** The last entry of the ledger that counts. */
  readonly entry: bigint
  readonly assets: readonly number[]
  /** Who holds more of an asset than this has several leaves, `parts` at most. */
  readonly split: readonly bigint[]
  readonly parts: number
}

/** Writes the leaves of customers with accounts after one up to and including another; returns how many. */
export async function drawLeaves(
  db: LiabilitiesDb,
  { tree, entry, assets, split, parts }: Draw,
  accounts: { after: bigint; upto: bigint },
): Promise<number> {
  const { rows } = await sql<{ leaves: number }>`
    select liabilities.draw_leaves(${tree},
      row(${entry}, ${assets as number[]}::smallint[], ${split as bigint[]}::bigint[], ${parts})::liabilities.draw,
      ${accounts.after}, ${accounts.upto}) as leaves`.execute(db)
  return rows[0]?.leaves ?? 0
}

export type LeafRow = {
  readonly customerId: string
  /** 32 hexadecimal digits; leaves stand in the order of their salts. */
  readonly salt: string
  readonly sums: readonly bigint[]
}
const leafColumns = sql`customer_id as "customerId", replace(salt::text, '-', '') as salt, sums`

/** The leaves of a tree from a salt on, in their order. */
export async function leavesFrom(
  db: LiabilitiesDb,
  { tree, from, limit }: { tree: number; from: string; limit: number },
): Promise<readonly LeafRow[]> {
  const { rows } = await sql<LeafRow>`
    select ${leafColumns} from liabilities.leaves_from(${tree}, ${from}::uuid, ${limit})`.execute(db)
  return rows
}

/** A customer's own leaves in a tree. */
export async function leavesOf(
  db: LiabilitiesDb,
  params: { tree: number; customerId: string },
): Promise<readonly LeafRow[]> {
  const { rows } = await sql<LeafRow>`
    select ${leafColumns} from liabilities.leaves
    where customer_id = ${params.customerId} and tree = ${params.tree} order by salt`.execute(db)
  return rows
}

/** A node above the leaves; `first` is the salt of the first leaf of a block, null where it is no block's, or of none. */
export type NodeRow = SumNode & { readonly level: number; readonly index: number; readonly first: string | null }

/** Keeps the nodes of a tree above its blocks of leaves. */
export async function addNodes(db: LiabilitiesDb, tree: number, nodes: readonly NodeRow[]): Promise<void> {
  const rows = nodes.map((node) => ({ ...node, sums: node.sums.map(String) }))
  await sql`
    insert into liabilities.nodes (tree, level, index, hash, sums, first)
    select ${tree}, node.level, node.index, decode(node.hash, 'hex'), node.sums::bigint[], node.first
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as node(level smallint, index integer, hash text, sums text[], first uuid)`.execute(db)
}

const nodeColumns = sql`node.level, node.index, encode(node.hash, 'hex') as hash, node.sums, replace(node.first::text, '-', '') as first`

/** Some nodes of a tree by level and index; those that are not there are left out. */
export async function nodesAt(
  db: LiabilitiesDb,
  tree: number,
  wanted: readonly { level: number; index: number }[],
): Promise<readonly NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    select ${nodeColumns}
    from unnest(${wanted.map(({ level }) => level)}::smallint[], ${wanted.map(({ index }) => index)}::integer[]) as wanted(level, index)
    join liabilities.nodes node on node.tree = ${tree} and node.level = wanted.level and node.index = wanted.index`.execute(
    db,
  )
  return rows
}

/** The block that a salt lies in, undefined where the tree has none. */
export async function blockOf(db: LiabilitiesDb, params: { tree: number; salt: string }): Promise<NodeRow | undefined> {
  const { rows } = await sql<NodeRow>`
    select ${nodeColumns} from liabilities.nodes node
    where node.tree = ${params.tree} and node.level = 0 and node.first <= ${params.salt}::uuid
    order by node.first desc limit 1`.execute(db)
  return rows[0]
}

/** Lets go of the leaves and nodes of every tree but those of the newest statements. */
export async function dropTrees(db: LiabilitiesDb, keep: number): Promise<void> {
  const kept = sql`(select s.tree from liabilities.statements s order by s.no desc limit ${keep})`
  for (const table of [sql`liabilities.leaves`, sql`liabilities.nodes`])
    await sql`delete from ${table} t where t.tree not in ${kept}`.execute(db)
}
