import type { Chain } from '@evenhand/protocol/funds.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { startJob, type Job } from '../../kernel/jobs/jobs.ts'
import type { Log } from '../../kernel/log.ts'
import type { Block, ChainReader, Transfer } from './chain-reader.ts'
import { keepBlock, knownBlocks, loseBlocks, type ChainDb } from './chain.store.ts'
import type { WatchedChain } from './open-chains.ts'

/** Who is given what is seen on a chain: deposits. Each call may be repeated, and be made by several processes at once. */
export type TransferSink = {
  /** Keeps the addresses that may be given to customers. */
  keepAddresses(params: { chain: Chain; addresses: readonly string[] }): Promise<void>
  /** The addresses that customers have. */
  givenAddresses(chain: Chain): Promise<Set<string>>
  /** Takes a transfer to an address of one customer, or to the one that all share. */
  see(params: { chain: Chain; transfer: Transfer; height: bigint; shared: boolean }): Promise<void>
  /** Credits what has become final with this newest block, and takes back what is gone. */
  settle(params: { chain: Chain; head: bigint }): Promise<void>
}

export type WatchOptions = {
  /** As the role `chain`. */
  db: ChainDb
  clock: Clock
  log: Log
  chain: Chain
  reader: ChainReader
  transfers: TransferSink
  /** The address that all customers share, where its arrivals are read as well. */
  shared?: string | undefined
  /** Called after each poll with the height of the chain, and how far it was read. */
  onRound?: (options: { chain: Chain; head: bigint; read: bigint }) => void
}

/** Blocks read in one run; after a long outage of the node the watcher catches up in several. */
const maxBlocks = 200n
/** Blocks whose hashes are kept: no reorganisation that was ever seen is as deep. */
const kept = 300

/**
 * One poll of a chain: notices which of the blocks read before are others now, reads the new ones, credits what has become
 * final, and takes back what is gone. It may be cut off anywhere and repeated, by several processes at once.
 */
export async function watchOnce(options: WatchOptions): Promise<void> {
  const { chain, reader } = options
  const head = await reader.head()
  let last = await lastKnownBlock(options, head)
  const end = last === undefined ? head : last.height + maxBlocks < head ? last.height + maxBlocks : head
  // Read after the head: an address given later receives in later blocks. They may be many, and without a new block none
  // of them is read.
  const watched =
    last === undefined || last.height < end ? await options.transfers.givenAddresses(chain) : new Set<string>()
  if (options.shared !== undefined) watched.add(options.shared)
  for (let height = last === undefined ? head : last.height + 1n; height <= end; height++) {
    const block = await reader.block(height, watched)
    // Gone, or on another branch than the block before it: the next poll finds where they part.
    if (block === undefined || (last !== undefined && block.parent !== last.hash)) break
    await readBlock(options, block)
    last = { height, hash: block.hash }
  }
  if (last === undefined) return
  await options.transfers.settle({ chain, head: last.height })
  options.onRound?.({ chain, head, read: last.height })
}

/**
 * The newest block read that still stands; what was read above it is given up. Undefined before the first. Throws where the
 * node does not even have the block before all of them: it is behind, and knows nothing of what was read.
 */
async function lastKnownBlock({ db, chain, reader, log }: WatchOptions, head: bigint) {
  const known = await knownBlocks(db, chain)
  let from: bigint | undefined
  for (const block of known) {
    if (block.height <= head && (await reader.hashAt(block.height)) === block.hash) {
      if (from !== undefined) await loseBlocks(db, { chain, from, head })
      return block
    }
    if (from === undefined) log.warn({ chain, height: String(block.height) }, 'a block that was read is another now')
    from = block.height
  }
  if (from === undefined) return undefined
  // Nothing that was kept stands: read again from where it began.
  const height = from - 1n
  const hash = await reader.hashAt(height)
  if (hash === undefined) throw new Error('the node is behind all the blocks that were read of this chain')
  // Kept before the others are given up: a poll that is cut off leaves the block from which the next one goes on.
  await keepBlock(db, { chain, height, hash, keep: kept })
  await loseBlocks(db, { chain, from, head })
  return { height, hash }
}

async function readBlock({ db, chain, transfers, shared }: WatchOptions, block: Block): Promise<void> {
  const { height, hash } = block
  for (const transfer of block.transfers)
    await transfers.see({ chain, transfer, height, shared: transfer.to === shared })
  await keepBlock(db, { chain, height, hash, keep: kept })
}

/** How often a chain is polled: several times a block. */
const everyMs: Readonly<Record<Chain, number>> = { bitcoin: 20_000, ethereum: 4000, tron: 2000 }

/** Polls chains, each by itself. A poll that fails is logged and repeated. */
export async function startWatching(
  options: Omit<WatchOptions, 'chain' | 'reader' | 'shared'>,
  watched: readonly WatchedChain[],
): Promise<Job> {
  const jobs: Job[] = []
  for (const { chain, reader, own, shared } of watched) {
    await options.transfers.keepAddresses({ chain, addresses: own })
    const run = (): Promise<void> => watchOnce({ ...options, chain, reader, shared })
    jobs.push(startJob({ name: `watch ${chain}`, everyMs: everyMs[chain], log: options.log, run }))
  }
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) }
}
