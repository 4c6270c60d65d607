import { emptyRoot } from '@evenhand/proofs/merkle.ts'
import { createVerification } from '../../kernel/jobs/verification.ts'
import type { JobSpec, Started } from '../../kernel/module/module.ts'
import type { PublicKey } from '../../kernel/crypto/signing.ts'
import type { BooksDeps } from './books.deps.ts'
import { newestHeads, published, recordsOf, type NumberedHead } from './books.store.ts'
import { createChecks } from './check-books.ts'
import { checkStates, sealingState } from './check-state.ts'
import { collectibleDocument } from './collectible-document.ts'
import { contractReceipt } from './contract-document.ts'
import { exportedEntries } from './exported-entries.ts'
import { orderReceipt } from './order-receipt.ts'
import { sealedAuditEntries } from './operator-audit-entries.ts'
import { publicConsistency } from './public-consistency.ts'
import { publicListings } from './public-listings.ts'
import { publicTicks, type TicksRequest } from './public-ticks.ts'
import { sealOfLiabilities } from './sealed-liabilities.ts'
import { createLogJob, type LogStatus } from './seal-log.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

export { booksRoutes } from './books.routes.ts'
export { booksModule, figuresModule } from './books.module.ts'
export { exportedEntries } from './exported-entries.ts'
export { newestSealedEntry } from './sealed-liabilities.ts'
export { createFigures } from './figures.ts'
export { figureSourcesOf } from './figure-sources.ts'
export type { BatchToSeal, BooksDeps, BooksMarkets, BooksOptions, MoneyAt, SettledOrder } from './books.deps.ts'
export type { CheckState, Sealing } from './check-state.ts'
export { checkSigningKey } from './check-signing-key.ts'
export { LogBroken } from './log-broken.ts'

/** A minute's ticks stand in its segments a few seconds after its end; the head of a minute waits for them. */
const afterMinuteMs = 6_000
const headsShown = 60
/** A run that failed is tried again after this long, so that a broken log is reported and does not flood. */
const retryMs = 15_000

const minuteAt = (time: number): number => Math.floor((time - afterMinuteMs) / minuteMs)

/** The log of the house: seals what happened, signs heads, shows proofs, and checks itself and the settlements. */
export function createBooks(deps: BooksDeps) {
  const { clock, log, db } = deps
  const job = createLogJob(deps)
  const status = followed(deps, job.status)
  const checks = createChecks(deps)
  let nextTry = 0
  const sealDue = async (): Promise<void> => {
    const { head } = job.status()
    const due = head === undefined || minuteAt(clock.now()) > minuteAt(head.time)
    if (!due || clock.monotonic() < nextTry) return
    nextTry = clock.monotonic() + retryMs
    await job.seal({ paced: true })
    nextTry = 0
  }

  return {
    /** Adds what has happened since to the log and signs a head. */
    seal: () => job.seal(),
    /** Why the log does not go on, or null, and its newest head. */
    status: status.now,
    /** What a receipt names: the newest signed head, or the empty log before the first. */
    head: (): { size: number; root: string } => status.now().head ?? { size: 0, root: emptyRoot },
    orderReceipt: (params: { accountId: bigint; orderId: string }) => orderReceipt(deps, params),
    collectibleDocument: (id: string) => collectibleDocument(deps, id),
    sealOfLiabilities: (no: number) => sealOfLiabilities(deps, no),
    contractReceipt: (params: { accountId: bigint; orderId: string }) => contractReceipt(deps, params),
    publicTicks: (request: TicksRequest) => publicTicks(deps, request),
    publicListings: (request: { after?: number | undefined }) => publicListings(deps, request),
    exportedEntries: (request: { after?: number | undefined }) => exportedEntries(deps, request),
    sealedAuditEntries: (request: { after?: number | undefined }) => sealedAuditEntries(deps, request),
    /** Numbers of the records of audit entries, by the numbers of the entries. */
    recordsOfAuditEntries: async (seqs: readonly number[]): Promise<ReadonlyMap<number, number>> =>
      new Map(
        (await recordsOf(db, { type: 'acts', sources: seqs.map(BigInt) })).map(({ source, seq }) => [
          Number(source),
          seq,
        ]),
      ),
    publicHeads: async (request: { limit?: number | undefined }) =>
      (await newestHeads(db, request.limit ?? headsShown)).map(published),
    publicConsistency: (sizes: { earlier: number; size: number }) => publicConsistency(deps, sizes),
    publicKeys: (): { keys: PublicKey[] } => ({ keys: [...deps.signing.publicKeys()] }),
    /** The last result of every check and of sealing, as it is published. */
    async checkStates() {
      // Where another process signs, its newest head may have come since the last read.
      await status.read()
      return checkStates(deps, status.now())
    },
    /** Whether sealing goes on, without a query. */
    sealing: () => sealingState(status.now(), clock.now()),
    /** The check of the whole log as operators request it, beside whatever they do. */
    verification: createVerification({
      name: 'log',
      audit: async (progress) => {
        const { at, ok, compared, findings } = await checks.audit(progress)
        return { at, ok, compared, findings: [...findings] }
      },
      log,
    }),
    replay: checks.replay,
    audit: checks.audit,
    auditCauses: checks.auditCauses,
    /** Signs a first head, so that every receipt can name one; the job signs one every minute of product time. */
    async start({ isClock }: Started): Promise<void> {
      if (!isClock) return status.read()
      await job.seal().catch((cause: unknown) => log.error({ cause: String(cause) }, 'the log could not be continued'))
    },
    jobs: [
      { name: 'seal the log', everyMs: 1000, run: sealDue },
      { name: 'check the books', everyMs: minuteMs, run: checks.run },
      { name: 'read the newest head', everyMs: 1000, inEveryProcess: true, run: status.read },
    ] as readonly JobSpec[],
  }
}

/** The state of the log, with the newest head of another process where this one signs none. */
function followed({ db }: BooksDeps, own: () => LogStatus) {
  let read: NumberedHead | undefined
  return {
    now(): LogStatus {
      const status = own()
      return { ...status, head: status.head ?? read }
    },
    async read(): Promise<void> {
      if (own().head !== undefined) return
      const [head] = await newestHeads(db, 1)
      read = head
    },
  }
}

export type Books = ReturnType<typeof createBooks>
