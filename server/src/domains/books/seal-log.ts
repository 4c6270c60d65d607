import { setTimeout as wait } from 'node:timers/promises'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { recordHash, signHead } from '@evenhand/proofs/head.ts'
import { appendLeaf, consistencyPath, logRoot, type LogEnd, type Subtree } from '@evenhand/proofs/merkle-log.ts'
import type { BooksDeps } from './books.deps.ts'
import {
  addHead,
  addToLog,
  headsAfter,
  published,
  withSubtrees,
  type NumberedHead,
  type SourcedRecord,
} from './books.store.ts'
import { nextRuns } from './gather-entries.ts'
import { nextBatches, nextListings, nextMinutes } from './gather-records.ts'
import { appendHeads } from './head-files.ts'
import { nextNumbered } from './numbered-records.ts'
import { auditEntryRows } from './operator-audit-entries.ts'
import { conversionRows } from './sealed-conversions.ts'
import { collectibleRows } from './sealed-collectibles.ts'
import { safeguardRows } from './sealed-customer-limits.ts'
import { liabilityRows } from './sealed-liabilities.ts'
import { LogBroken } from './log-broken.ts'
import { loadLog, type LogState } from './log-state.ts'

const headsAtOnce = 1000
const longestPauseMs = 100

/** Whether the log goes on. */
export type LogStatus = {
  /** Why it cannot go on before an operator has checked, or null. */
  readonly broken: string | null
  /** Why the last run failed, or null after one that did not. */
  readonly failed: string | null
  /** The newest head of this process. */
  readonly head: NumberedHead | undefined
  /** Since when entries wait for a transaction that does not end, epoch milliseconds; null when none does. */
  readonly waitsSince: number | null
}

/** What happened after the last sealed row of each kind; a batch, entry or row is left where one before it may still come. */
async function gather(deps: BooksDeps, state: LogState) {
  return {
    ticks: await nextMinutes(deps, state.ticks),
    receipts: await nextBatches(deps, {
      read: (page) => deps.options.batchesToSeal(page),
      after: state.receipts,
      gap: state.gap,
    }),
    contracts: await nextBatches(deps, {
      read: async (page) => (await deps.contracts?.batchesToSeal(page)) ?? [],
      after: state.contracts,
      gap: state.contractsGap,
    }),
    listings: await nextListings(deps, state.listings),
    acts: await nextNumbered(auditEntryRows(deps), state.acts),
    conversions: await nextNumbered(conversionRows(deps), state.conversions),
    safeguards: await nextNumbered(safeguardRows(deps), state.safeguards),
    collectibles: await nextNumbered(collectibleRows(deps), state.collectibles),
    liabilities: await nextNumbered(liabilityRows(deps), state.liabilities),
    entries: await nextRuns(deps, { after: state.entries, wait: state.entryWait }),
  }
}

type Gathered = Awaited<ReturnType<typeof gather>>

/** The records of what was gathered, without their positions in the log. */
const recordsOf = (found: Gathered): Omit<SourcedRecord, 'seq' | 'time'>[] => [
  ...found.ticks.minutes.map(
    ({ minute, payload }) => ({ type: 'ticks', actor: 'markets', payload, source: BigInt(minute) }) as const,
  ),
  ...found.receipts.batches.map(
    ({ seq, root }) => ({ type: 'receipts', actor: 'options', payload: root, source: seq }) as const,
  ),
  ...found.contracts.batches.map(
    ({ seq, root }) => ({ type: 'contracts', actor: 'contracts', payload: root, source: seq }) as const,
  ),
  ...found.listings.events.map(
    ({ seq, payload }) => ({ type: 'listings', actor: 'operator', payload, source: BigInt(seq) }) as const,
  ),
  ...found.acts.rows.map(
    ({ seq, payload }) => ({ type: 'acts', actor: 'operator', payload, source: BigInt(seq) }) as const,
  ),
  ...found.conversions.rows.map(
    ({ seq, payload }) => ({ type: 'conversions', actor: 'wallet', payload, source: BigInt(seq) }) as const,
  ),
  ...found.safeguards.rows.map(
    ({ seq, payload }) => ({ type: 'safeguards', actor: 'safeguards', payload, source: BigInt(seq) }) as const,
  ),
  ...found.collectibles.rows.map(
    ({ seq, payload }) => ({ type: 'collectibles', actor: 'collectibles', payload, source: BigInt(seq) }) as const,
  ),
  ...found.liabilities.rows.map(
    ({ seq, payload }) => ({ type: 'liabilities', actor: 'liabilities', payload, source: BigInt(seq) }) as const,
  ),
  ...found.entries.runs.map(
    ({ upto, payload }) => ({ type: 'entries', actor: 'ledger', payload, source: upto }) as const,
  ),
]

/** Adds one step's records to the log; returns whether there may be more. */
async function addRecords(deps: BooksDeps, state: LogState): Promise<boolean> {
  const found = await gather(deps, state)
  state.gap = found.receipts.gap
  state.contractsGap = found.contracts.gap
  state.entryWait = found.entries.wait
  const time = deps.clock.now()
  const made = recordsOf(found)
  if (made.length === 0) return false
  const log: LogEnd = { size: state.log.size, subtrees: [...state.log.subtrees] }
  const nodes: Subtree[] = []
  const records = made.map((each): SourcedRecord => {
    const record = { ...each, time, seq: log.size }
    nodes.push(...appendLeaf(log, recordHash(record, nodeCrypto), nodeCrypto))
    return record
  })
  await addToLog(deps.db, { records, nodes, minutes: found.ticks.minutes, runs: found.entries.runs })
  state.log = log
  state.ticks = BigInt(found.ticks.minutes.at(-1)?.minute ?? state.ticks)
  state.receipts = found.receipts.batches.at(-1)?.seq ?? state.receipts
  state.contracts = found.contracts.batches.at(-1)?.seq ?? state.contracts
  state.listings = BigInt(found.listings.events.at(-1)?.seq ?? state.listings)
  state.acts = BigInt(found.acts.rows.at(-1)?.seq ?? state.acts)
  state.conversions = BigInt(found.conversions.rows.at(-1)?.seq ?? state.conversions)
  state.safeguards = BigInt(found.safeguards.rows.at(-1)?.seq ?? state.safeguards)
  state.collectibles = BigInt(found.collectibles.rows.at(-1)?.seq ?? state.collectibles)
  state.liabilities = BigInt(found.liabilities.rows.at(-1)?.seq ?? state.liabilities)
  state.entries = found.entries.runs.at(-1)?.upto ?? state.entries
  return Object.values(found).some(({ more }) => more)
}

/** Signs the log as it stands, with the proof that it continues the head before. */
async function sign(deps: BooksDeps, state: LogState): Promise<NumberedHead> {
  const { size } = state.log
  const after = state.head?.size ?? 0
  const consistency = await withSubtrees(deps.db, (read) => consistencyPath({ earlier: after, size }, read, nodeCrypto))
  // Heads never go back in time, whatever the machine's clock does.
  const time = Math.max(deps.clock.now(), state.head?.time ?? 0)
  const unsigned = { origin: deps.signing.origin, size, root: logRoot(state.log, nodeCrypto), time, build: deps.build }
  const head = { ...signHead(unsigned, { after, consistency }, deps.signing), no: (state.head?.no ?? 0) + 1 }
  await addHead(deps.db, head)
  state.head = head
  return head
}

/** Brings every folder up to the newest head. A folder that cannot be written is logged and retried with the next head. */
async function writeHeads({ db, headDirs, log }: BooksDeps, state: LogState): Promise<void> {
  for (const dir of headDirs) {
    try {
      for (;;) {
        const due = await headsAfter(db, { no: state.written.get(dir) ?? 0, limit: headsAtOnce })
        const last = due.at(-1)
        if (last === undefined) break
        appendHeads(dir, due.map(published))
        state.written.set(dir, last.no)
      }
    } catch (cause) {
      log.error({ dir, cause: String(cause) }, 'signed heads could not be written to this folder')
    }
  }
}

/**
 * The log job. `seal` adds what has happened since, signs a head, and writes it outside the database. Killed at any
 * point it goes on where it stood: records, their subtrees and their sources are added in one transaction, a head only
 * after it, a line in the files only after that, and each run begins by making up for what the one before left.
 */
export function createLogJob(deps: BooksDeps) {
  const { clock } = deps
  let state: LogState | undefined
  let head: NumberedHead | undefined
  let broken: string | null = null
  let failed: string | null = null
  let running: Promise<unknown> = Promise.resolve()

  const seal = async ({ paced }: { paced: boolean }): Promise<NumberedHead> => {
    try {
      state ??= await loadLog(deps)
      for (let began = clock.monotonic(); await addRecords(deps, state); began = clock.monotonic()) {
        // A minute of many orders takes dozens of steps: as long as each took, the processors are left to the orders.
        if (paced) await wait(Math.min(clock.monotonic() - began, longestPauseMs))
      }
      head = await sign(deps, state)
      await writeHeads(deps, state)
      broken = null
      failed = null
      return head
    } catch (cause) {
      // What the database has taken is not known; the next run reads it.
      state = undefined
      failed = cause instanceof Error ? cause.message : String(cause)
      if (cause instanceof LogBroken) broken = failed
      throw cause
    }
  }

  return {
    /** One run at a time; the next begins when this one has ended, well or not. `paced` leaves time to calls between its steps. */
    seal({ paced = false } = {}): Promise<NumberedHead> {
      const run = running.then(() => seal({ paced }))
      running = run.catch(() => {})
      return run
    },
    status: (): LogStatus => ({ broken, failed, head, waitsSince: state?.entryWait.mark?.since ?? null }),
  }
}
