import * as z from 'zod/mini'
import { listingReasons, listingStates, relistReasons } from './markets.ts'
import { decimalText } from './money.ts'
import { get } from './route.ts'
import { code, epochMs, nothing, queryInt, queueName } from './shapes.ts'

/** A signed head of the log; how to check it lives in proofs/. */
export const signedHead = z.looseObject({
  origin: z.string(),
  size: z.int(),
  root: z.string(),
  time: epochMs,
  build: z.string(),
})

export const publicKeys = get('/swx/customer/public/keys', {
  summary: 'Public signing keys of this installation.',
  request: nothing,
  result: z.object({
    keys: z.array(z.object({ id: z.string(), algorithm: z.literal('Ed25519'), publicKey: z.string() })),
  }),
  refusals: [],
})

export const publicHeads = get('/swx/customer/public/heads', {
  summary: 'Signed heads of the log, newest first.',
  request: z.object({ limit: z.optional(queryInt(1, 1000)) }),
  result: z.array(signedHead),
  refusals: [],
})

const logSize = queryInt(1, 9_999_999_999_999)
export const publicConsistency = get('/swx/customer/public/heads/consistency', {
  summary:
    'The path that proves the log of `size` records to begin with that of `earlier` records, for a witness who missed the heads between (RFC 9162 §2.1.4).',
  request: z.object({ earlier: logSize, size: logSize }),
  result: z.object({ path: z.array(z.string()) }),
  refusals: ['notFound'],
})

export const publicTicks = get('/swx/customer/public/ticks/:code/:day', {
  summary: 'The recorded ticks of an instrument on a UTC day, as sealed segments.',
  request: z.object({
    code,
    day: z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/)),
    from: z.optional(queryInt(0, 1440)),
    to: z.optional(queryInt(0, 1440)),
  }),
  result: z.looseObject({ code: z.string(), day: z.string(), segments: z.array(z.looseObject({})) }),
  refusals: ['notFound'],
})

export const publicListings = get('/swx/customer/public/listings', {
  summary:
    "Operators' acts on listings after a seq, oldest first, each with its record in the log once it is sealed and the path to the newest signed head.",
  request: z.object({ after: z.optional(queryInt(0, 999_999_999_999)) }),
  result: z.object({
    events: z.array(
      z.object({
        seq: z.int(),
        code: z.string(),
        state: z.enum(listingStates),
        reason: z.nullable(z.enum([...listingReasons, ...relistReasons])),
        note: z.nullable(z.string()),
        at: epochMs,
        record: z.nullable(z.looseObject({ seq: z.int() })),
      }),
    ),
    head: z.nullable(z.looseObject({ size: z.int() })),
    next: z.nullable(z.int()),
  }),
  refusals: [],
})

export const ledgerCheck = get('/swx/customer/public/ledgerCheck', {
  summary: 'The last result of the job that re-adds the books.',
  request: nothing,
  result: z.looseObject({ at: z.nullable(epochMs), ok: z.nullable(z.boolean()) }),
  refusals: [],
})

export const publicReserves = get('/swx/customer/public/reserves', {
  summary:
    'What customers own of each coin beside what custody keeps for them, by the books; new deposits of a coin that is not covered are stopped.',
  request: nothing,
  result: z.object({
    asOf: epochMs,
    /** No chain stands behind the custody of a sandbox. */
    simulated: z.boolean(),
    assets: z.array(
      z.object({ asset: z.string(), customers: decimalText, custody: decimalText, covered: z.boolean() }),
    ),
  }),
  refusals: [],
})

/** Of `liabilities` how many leaves the newest statement has, of `log` how many records were computed again, of `causes` how many entries, of `settlements` how many settled orders and contracts. */
export const checkKinds = ['log', 'causes', 'settlements', 'ledger', 'sealing', 'liabilities'] as const
const publicCheck = z.object({
  kind: z.enum(checkKinds),
  /** When it was made; of sealing the time of the newest head. Null before the first. */
  at: z.nullable(epochMs),
  /** True only while the result is right and its time has not run out. */
  ok: z.boolean(),
  /** `stale`: it was not made again in its time, whatever its result was. */
  state: z.enum(['ok', 'failed', 'stale']),
  compared: z.int(),
  findings: z.array(z.object({ at: z.string(), expected: z.optional(z.string()), found: z.optional(z.string()) })),
  tookMs: z.int(),
})
export type PublicCheck = z.output<typeof publicCheck>

export const publicChecks = get('/swx/customer/public/checks', {
  summary:
    'The last results of the jobs that compute the log again from its records, every entry from its cause, every settlement and every contract from its ticks and every balance from its entries, whether sealing goes on, and when liabilities were last stated. A result that was not made again in its time is stale.',
  request: nothing,
  result: z.array(publicCheck),
  refusals: [],
})

/** A figure computed from the records; null without a basis. `sqlHash` is that of the statement which counted it. */
const publicFigure = z.object({
  name: z.string(),
  value: z.nullable(z.string()),
  asOf: epochMs,
  formula: z.string(),
  query: z.nullable(z.string()),
  sqlHash: z.nullable(z.string()),
})
export type PublicFigure = z.output<typeof publicFigure>

/** Signed over every field of every figure; how to check it lives in proofs/. */
const figureStatement = z.object({
  v: z.literal(1),
  origin: z.string(),
  at: epochMs,
  figures: z.array(publicFigure),
  keyId: z.string(),
  signature: z.string(),
})

export const publicStats = get('/swx/customer/public/stats', {
  summary: 'Figures computed from the records every minute, signed, each with the SQL that counted it.',
  request: nothing,
  result: z.extend(figureStatement, { queries: z.array(z.object({ hash: z.string(), sql: z.string() })) }),
  refusals: [],
})

const waits = z.object({
  queue: queueName,
  /** Waiting now, and of these beyond the time that is promised. */
  open: z.int(),
  overdue: z.int(),
  promisedHours: z.int(),
  /** Of the last 30 days: how many ended, and seconds from the customer's request to the end; null where none did. */
  ended: z.int(),
  medianS: z.nullable(z.int()),
  p95S: z.nullable(z.int()),
})
export type PublicWaits = z.output<typeof waits>

/** Complaints of the last 365 days, and those that wait now, however old. */
const complaintCounts = z.object({
  received: z.int(),
  open: z.int(),
  overdue: z.int(),
  answered: z.int(),
  /** Of these, right as a whole or in part. */
  upheld: z.int(),
  /** Taken to an outside body. */
  escalated: z.int(),
  /** Whole days from complaint to answer, the middle one of all; null where none was answered. */
  medianDays: z.nullable(z.int()),
  promisedBusinessDays: z.int(),
})
export type ComplaintCounts = z.output<typeof complaintCounts>

export const publicServiceLevels = get('/swx/customer/public/serviceLevels', {
  summary:
    'How long customers wait for deposits, withdrawals and identity: what is open, what is overdue, how long it took. And what they complained of.',
  request: nothing,
  result: z.object({ asOf: epochMs, queues: z.array(waits), complaints: complaintCounts }),
  refusals: [],
})

export const publicStatsHistory = get('/swx/customer/public/stats/history', {
  summary: 'Figures as they were signed before a time, newest first, and every SQL they were ever counted with.',
  request: z.object({
    before: z.optional(queryInt(0, 9_999_999_999_999)),
    limit: z.optional(queryInt(1, 500)),
  }),
  result: z.object({
    statements: z.array(figureStatement),
    queries: z.array(z.object({ hash: z.string(), sql: z.string(), firstAt: epochMs })),
  }),
  refusals: [],
})
