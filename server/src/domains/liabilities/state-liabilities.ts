import { randomInt } from 'node:crypto'
import { signLiabilities, type SignedLiabilities } from '@evenhand/proofs/liabilities/statement.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { assetScales, type Asset } from '@evenhand/protocol/money.ts'
import { assetIds } from '../ledger/index.ts'
import type { LiabilitiesDeps } from './liabilities.deps.ts'
import { addStatement, newestStatement, type KeptStatement } from './liabilities.store.ts'
import { paced } from './paced.ts'
import { depthOf, hashTree } from './tree.ts'
import { addNodes, dropTrees, drawLeaves, newTree, type NodeRow } from './tree.store.ts'

/** What customers can own, and from how much of it on, smallest units, an account is split over several leaves. */
const splitAbove = {
  USDT: 10_000_000_000n,
  'USDT.loan': 10_000_000_000n,
  BTC: 10_000_000n,
  ETH: 400_000_000n,
} as const satisfies Partial<Record<Asset, bigint>>
const assets = Object.keys(splitAbove) as (keyof typeof splitAbove)[]
const maxParts = 16
/** Trees that stay beside a new one: a customer may be in the middle of comparing. */
const treesKept = 2
/** Accounts whose leaves one statement of SQL draws. */
const drawnAtOnce = 5_000n

/**
 * States once a UTC day what is owed to all customers: draws the leaves of a tree as of the newest sealed entry, hashes them,
 * and signs its root with what custody kept at the same entry. Returns the statement, or undefined where none is due. Two
 * processes at once make one statement: the other fails on its epoch.
 */
export async function stateLiabilities(deps: LiabilitiesDeps): Promise<SignedLiabilities | undefined> {
  const { db, clock } = deps
  const before = await newestStatement(db)
  const now = clock.now()
  const epoch = Math.floor(now / dayMs)
  if (before !== undefined && (now < before.nextAt || epoch <= before.statement.epoch)) return undefined
  const sealed = await deps.newestSealedEntry()
  if (sealed === undefined) return undefined
  await dropTrees(db, treesKept)
  const drawn = await drawTree(deps, sealed.entry)
  const nodes = await hashTree(deps, { ...drawn, epoch, assets: assets.length })
  const statement = signLiabilities(await statementOf(deps, { ...drawn, nodes, epoch, sealed }), deps.signing)
  await keep(deps, { kept: { no: (before?.no ?? 0) + 1, tree: drawn.tree, statement, nextAt: nextAt(epoch) }, nodes })
  return statement
}

/** Draws the leaves of a new tree, some accounts at a time: no statement is long, however many customers there are. */
async function drawTree({ db, clock, newestAccount }: LiabilitiesDeps, entry: bigint) {
  const tree = await newTree(db)
  const split = assets.map((asset) => splitAbove[asset])
  const draw = { tree, entry, assets: assets.map((asset) => assetIds[asset]), split, parts: maxParts }
  const last = await newestAccount()
  let leaves = 0
  for (let after = 0n; after < last; after += drawnAtOnce)
    leaves += await paced(clock, () => drawLeaves(db, draw, { after, upto: after + drawnAtOnce }))
  return { tree, leaves }
}

/** A moment of the next day that nobody can know before: coins that were borrowed for a day's proof would not be there. */
const nextAt = (epoch: number): number => (epoch + 1) * dayMs + randomInt(dayMs)

type Made = {
  readonly epoch: number
  readonly leaves: number
  readonly nodes: readonly NodeRow[]
  readonly sealed: { readonly entry: bigint; readonly at: number }
}

async function statementOf(deps: LiabilitiesDeps, { epoch, leaves, nodes, sealed }: Made) {
  const root = nodes.at(-1)
  if (root === undefined) throw new Error('a tree has a root')
  const { entry } = sealed
  const custody = await deps.issuedAt('custody', { entry, assets })
  const own = await deps.issuedAt('capital', { entry, assets })
  return {
    v: 1,
    origin: deps.signing.origin,
    epoch,
    at: sealed.at,
    entry: Number(sealed.entry),
    depth: depthOf(leaves),
    leaves,
    root: root.hash,
    assets: assets.map((asset, at) => ({
      asset,
      scale: assetScales[asset],
      owed: String(root.sums[at]),
      // Lent money is paid out of the house's own coins when it leaves; custody keeps none of it.
      custody: asset === 'USDT.loan' ? null : String(custody[at]),
      own: asset === 'USDT.loan' ? null : String(own[at]),
    })),
    simulated: deps.simulated,
  } as const
}

const keep = (
  { db }: LiabilitiesDeps,
  { kept, nodes }: { kept: KeptStatement; nodes: readonly NodeRow[] },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await addNodes(tx, kept.tree, nodes)
    await addStatement(tx, kept)
  })
