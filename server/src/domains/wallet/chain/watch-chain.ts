import type { Chain } from '@evenhand/protocol/funds.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { uuidV7 } from '../../../kernel/ids.ts'
import { startJob, type Job } from '../../../kernel/jobs.ts'
import type { Log } from '../../../kernel/log.ts'
import { tellCredited } from '../decide-deposit.ts'
import { depositTold } from '../deposit-notices.ts'
import type { DepositsDeps } from '../deposits.deps.ts'
import { findDeposit, type WalletDb } from '../deposits.store.ts'
import type { UsdtEquivalent } from '../usdt-equivalent.ts'
import type { Block, ChainReader } from './chain-reader.ts'
import type { WatchedChain } from './open-chains.ts'
import {
  creditArrival,
  givenAddresses,
  holdArrival,
  keepAddresses,
  keepBlock,
  knownBlocks,
  loseBlocks,
  openArrivals,
  rejectedBeside,
  reverseArrival,
  seeShared,
  seeTransfer,
} from './chains.store.ts'

export type WatchOf = {
  /** As the role `chain`. */
  db: WalletDb
  clock: Clock
  log: Log
  chain: Chain
  reader: ChainReader
  usdtOf: UsdtEquivalent
  /** The address that all customers share, where its arrivals are looked for as well. */
  shared?: string | undefined
  /** What a list of sanctions says of a sender; `stale` where it is too old to say. */
  screen?: ((address: string) => 'clear' | 'listed' | 'stale') | undefined
  /** Told after each look how far the chain goes, and how far it was read. */
  looked?: (of: { chain: Chain; head: bigint; read: bigint }) => void
} & Pick<DepositsDeps, 'tell' | 'moved'>

/** Blocks read at one turn; a node that was away long is caught up with in several. */
const mostBlocks = 200n
/** Blocks whose hashes are kept: no reorganisation that was ever seen is as deep. */
const kept = 300

/**
 * One look at a chain: notices which of the blocks read before are others now, reads the new ones, credits what has become
 * final, and takes back what is gone. It may be cut off anywhere and repeated, by several processes at once.
 */
export async function watchOnce(of: WatchOf): Promise<void> {
  const { db, chain, reader } = of
  const head = await reader.head()
  let last = await lastStanding(of, head)
  const end = last === undefined ? head : last.height + mostBlocks < head ? last.height + mostBlocks : head
  // Asked after the head: an address given later receives in later blocks. They may be many, and without a new block none
  // of them is looked for.
  const watched = last === undefined || last.height < end ? await givenAddresses(db, chain) : new Set<string>()
  if (of.shared !== undefined) watched.add(of.shared)
  for (let height = last === undefined ? head : last.height + 1n; height <= end; height++) {
    const block = await reader.block(height, watched)
    // Gone, or on another branch than the block before it: the next look finds where they part.
    if (block === undefined || (last !== undefined && block.parent !== last.hash)) break
    await readBlock(of, block)
    last = { height, hash: block.hash }
  }
  if (last === undefined) return
  await settleArrivals(of, last.height)
  of.looked?.({ chain, head, read: last.height })
}

/** The newest block read that still stands; what was read above it is given up. Undefined before the first. */
async function lastStanding({ db, chain, reader, log }: WatchOf, head: bigint) {
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
  await loseBlocks(db, { chain, from, head })
  // Nothing that was kept stands: read again from where it began.
  return { height: from - 1n, hash: (await reader.hashAt(from - 1n)) ?? '' }
}

async function readBlock(of: WatchOf, { height, hash, transfers }: Block): Promise<void> {
  const { db, chain, clock } = of
  for (const transfer of transfers) {
    const at = clock.now()
    if (transfer.to === of.shared) {
      await seeShared(db, { chain, transfer, height, at })
      continue
    }
    const seen = await seeTransfer(db, { id: uuidV7(at), chain, transfer, height, at })
    if (seen?.fresh === true) await tellSeen(of, seen.depositId)
  }
  await keepBlock(db, { chain, height, hash, keep: kept })
}

async function settleArrivals(of: WatchOf, head: bigint): Promise<void> {
  for (const { id, network, status } of await openArrivals(of.db, of.chain)) {
    const final = { id, network, head, at: of.clock.now() }
    if (status === 'CONFIRMING') await credit(of, final)
    else await reverse(of, final)
  }
}

type Final = Parameters<typeof reverseArrival>[1]

async function credit(of: WatchOf, final: Final): Promise<void> {
  const before = await findDeposit(of.db, final)
  if (before === undefined) return
  const screened = before.fromAddress === null ? 'clear' : (of.screen?.(before.fromAddress) ?? 'clear')
  if (screened === 'listed') return hold(of, final)
  // An old list clears nobody: the deposit waits, and after a day stands with people as overdue.
  if (screened === 'stale') return
  const usdt = of.usdtOf(before.coin, before.arrived ?? before.amount)
  if (!(await creditArrival(of.db, { ...final, usdt }))) return
  const row = await findDeposit(of.db, final)
  if (row !== undefined) tellCredited(of, row)
  for (const id of await rejectedBeside(of.db, final)) {
    const wrong = await findDeposit(of.db, { id })
    if (wrong === undefined) continue
    const { accountId, coin, amount, round } = wrong
    of.tell([
      depositTold('deposit.rejected', {
        id,
        accountId,
        coin,
        units: amount,
        reason: 'NOT_FOUND',
        resubmitted: true,
        round,
      }),
    ])
  }
}

/** Whoever is on a list of sanctions may not be dealt with: people decide, and the customer knows that it waits for them. */
async function hold(of: WatchOf, { id, network, head }: Final): Promise<void> {
  if (!(await holdArrival(of.db, { id, network, head, reference: 'SANCTIONS_LIST' }))) return
  const row = await findDeposit(of.db, { id })
  if (row === undefined) return
  const { accountId, coin, arrived, amount, round } = row
  of.log.warn({ chain: of.chain, deposit: id }, 'a deposit comes from a sender on the list of sanctions: it is on hold')
  of.tell([depositTold('deposit.on_hold', { id, accountId, coin, units: arrived ?? amount, round })])
}

async function reverse(of: WatchOf, final: Final): Promise<void> {
  const reversed = await reverseArrival(of.db, final)
  const row = reversed && (await findDeposit(of.db, final))
  if (reversed === undefined || row === undefined) return
  const { id, accountId, coin, credited, round } = row
  of.log.error(
    { chain: of.chain, deposit: id, debt: String(reversed.debt) },
    'a credited deposit is gone from its chain',
  )
  const told = depositTold('deposit.reversed', { id, accountId, coin, units: credited ?? 0n, round })
  const debt = reversed.debt === 0n ? {} : { debt: moneyText({ asset: coin, units: reversed.debt }) }
  of.tell([{ ...told, params: { ...told.params, ...debt } }])
  of.moved(accountId)
}

async function tellSeen(of: WatchOf, id: string): Promise<void> {
  const row = await findDeposit(of.db, { id })
  if (row === undefined) return
  of.tell([depositTold('deposit.submitted', { id, accountId: row.accountId, coin: row.coin, units: row.amount })])
}

/** How often a chain is looked at: several times a block. */
const everyMs: Readonly<Record<Chain, number>> = { bitcoin: 20_000, ethereum: 4000, tron: 2000 }

/** Looks at chains again and again, each by itself. A look that fails is logged and repeated. */
export async function startWatching(
  of: Omit<WatchOf, 'chain' | 'reader' | 'shared'>,
  watched: readonly WatchedChain[],
): Promise<Job> {
  const jobs: Job[] = []
  for (const { chain, reader, own, shared } of watched) {
    await keepAddresses(of.db, { chain, addresses: own })
    const run = (): Promise<void> => watchOnce({ ...of, chain, reader, shared })
    jobs.push(startJob({ name: `watch ${chain}`, everyMs: everyMs[chain], log: of.log, run }))
  }
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) }
}
