import * as z from 'zod/mini'
import { resumeReasons, suspendReasons } from './markets.ts'
import { operatorGet, operatorPost, operatorReason, operatorRoles, searchText } from './operator-route.ts'
import { get } from './route.ts'
import { code, epochMs, id, nothing, pageOf, queryInt, queueName } from './shapes.ts'
import { plainLine } from './written-text.ts'

const page = { page: z.optional(queryInt(1, 10_000)), size: z.optional(queryInt(1, 100)) }
const wholeNumber = z.string().check(z.regex(/^[0-9]{1,19}$/))
const everyone = [...operatorRoles]
const bookReaders = ['finance1', 'finance2', 'risk', 'auditor'] as const

/** One job with a clock. `overdue` is how many have waited longer than promised; `oldestAt` null where none waits. */
const queue = z.object({
  name: queueName,
  open: z.int(),
  overdue: z.int(),
  oldestAt: z.nullable(epochMs),
  /** What is promised, milliseconds from the beginning of the wait. */
  promisedMs: z.int(),
})
export const serviceLevels = operatorGet('/swx/admin/sla', {
  summary: 'Shows what waits for operators, how long it has waited, and what is overdue.',
  roles: everyone,
  does: 'read',
  request: nothing,
  result: z.object({ at: epochMs, queues: z.array(queue) }),
  refusals: [],
})

const claim = z.object({ subject: z.string(), operator: z.string(), endsAt: epochMs, own: z.boolean() })
const subject = z.string().check(z.regex(/^[a-z]{3,20}:[A-Za-z0-9-]{1,64}$/))
export const claims = operatorGet('/swx/admin/claims', {
  summary: 'Shows who works on what at this moment.',
  roles: everyone,
  does: 'read',
  request: nothing,
  result: z.array(claim),
  refusals: [],
})
/** Ten minutes; again by the same operator prolongs it. `drop` gives it back. It guards nothing but double work. */
export const claimWork = operatorPost('/swx/admin/claims', {
  summary: 'Marks a case as being worked on, so that nobody else starts it; it blocks nothing.',
  roles: ['kyc', 'finance1', 'finance2', 'risk', 'support', 'content', 'charity'],
  does: 'act',
  request: z.strictObject({ subject, drop: z.optional(z.boolean()) }),
  result: z.object({ claim: z.nullable(claim) }),
  refusals: [],
})

export const anomalyKinds = [
  'rejectsAll',
  'lateParams',
  'manyLooks',
  'refusedCalls',
  'exports',
  'adjustments',
  'sameCustomer',
] as const
/** Something that one operator did and that deserves a second review; `act` is the last of the actions it rests on. */
const anomaly = z.object({
  kind: z.enum(anomalyKinds),
  operator: z.string(),
  act: z.string(),
  count: z.int(),
  firstAt: epochMs,
  lastAt: epochMs,
})
export type Anomaly = z.output<typeof anomaly>
export const anomalies = operatorGet('/swx/admin/anomalies', {
  summary: 'Shows what in the record of the last week deserves a second look.',
  roles: ['superadmin', 'risk', 'auditor'],
  does: 'read',
  request: nothing,
  result: z.array(anomaly),
  refusals: [],
})

const act = z.object({
  seq: z.int(),
  at: epochMs,
  operator: z.string(),
  roles: z.array(z.string()),
  act: z.string(),
  subject: z.string(),
  customerId: z.nullable(id),
  reason: z.string(),
  /** JSON as it was written. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** Its record in the log; null until it is sealed, within a minute. */
  record: z.nullable(z.int()),
})
export const auditLog = operatorGet('/swx/admin/audit', {
  summary:
    'Shows the append-only record of what operators did, newest first, searched by operator, act, subject or customer.',
  roles: ['superadmin', 'risk', 'auditor'],
  does: 'read',
  request: z.object({
    operator: z.optional(searchText(80)),
    act: z.optional(searchText(60)),
    subject: z.optional(searchText(120)),
    customerId: z.optional(id),
    from: z.optional(queryInt(0, 9_999_999_999_999)),
    to: z.optional(queryInt(0, 9_999_999_999_999)),
    ...page,
  }),
  result: pageOf(act),
  refusals: [],
})
/** What `npm run verify -- acts FILE HEADS --key KEYFILE` reads, without the server. */
export const sealedAudit = operatorGet('/swx/admin/audit/sealed', {
  summary: 'Gives the record of operators with its proofs from the log, oldest first, to be checked elsewhere.',
  roles: ['superadmin', 'auditor'],
  does: 'read',
  request: z.object({ after: z.optional(queryInt(0, 999_999_999_999)) }),
  result: z.object({
    acts: z.array(z.looseObject({ seq: z.int(), record: z.nullable(z.looseObject({ seq: z.int() })) })),
    head: z.nullable(z.looseObject({ size: z.int() })),
    next: z.nullable(z.int()),
  }),
  refusals: [],
})
const line = z.object({ account: z.string(), asset: z.string(), amount: z.string() })
export const exploreLedger = operatorGet('/swx/admin/ledger', {
  summary:
    'Shows ledger entries, newest first, by account, kind, reference or number: every change of a balance with its cause.',
  roles: [...bookReaders],
  does: 'read',
  request: z.object({
    account: z.optional(searchText(80)),
    kind: z.optional(searchText(40)),
    ref: z.optional(id),
    before: z.optional(wholeNumber),
    size: z.optional(queryInt(1, 100)),
  }),
  /** `next` goes into `before`; null at the end. */
  result: z.object({
    rows: z.array(z.object({ seq: z.string(), at: epochMs, kind: z.string(), ref: z.string(), lines: z.array(line) })),
    next: z.nullable(z.string()),
  }),
  refusals: [],
})
export const reserves = operatorGet('/swx/admin/reserves', {
  summary: 'Shows what Evenhand’s own accounts hold and, for each asset, what customers own beside what custody keeps.',
  roles: [...bookReaders],
  does: 'read',
  request: nothing,
  result: z.object({
    accounts: z.array(z.object({ account: z.string(), asset: z.string(), free: z.string(), held: z.string() })),
    /** `covered` is false while new deposits of the coin are stopped. */
    coverage: z.array(
      z.object({ asset: z.string(), customers: z.string(), custody: z.string(), covered: z.boolean() }),
    ),
  }),
  refusals: [],
})

export const exposure = operatorGet('/swx/admin/exposure', {
  summary: 'Shows open stakes and what Evenhand would pay on each instrument and side.',
  roles: ['risk', 'finance1', 'finance2', 'auditor'],
  does: 'read',
  request: z.object({ mode: z.optional(z.enum(['real', 'virtual'])) }),
  result: z.array(
    z.object({
      code: z.string(),
      open: z.int(),
      stakeUp: z.string(),
      stakeDown: z.string(),
      payoutUp: z.string(),
      payoutDown: z.string(),
    }),
  ),
  refusals: [],
})

/** `waiting` between two tries; `refused` where retrying soon cannot help, such as a wrong key. */
export const providerStates = ['open', 'connecting', 'waiting', 'refused'] as const

export const feeds = operatorGet('/swx/admin/feeds', {
  summary: 'Shows how old the newest tick of each instrument is, of which kind, and what is suspended.',
  roles: ['risk', 'support', 'superadmin', 'auditor'],
  does: 'read',
  request: z.object({ q: z.optional(z.string().check(z.maxLength(32))), late: z.optional(z.literal('true')), ...page }),
  result: z.extend(
    pageOf(
      z.object({
        code: z.string(),
        type: z.int(),
        feedKind: z.nullable(z.string()),
        /** Milliseconds since the newest tick; null before the first. */
        ageMs: z.nullable(z.int()),
        open: z.boolean(),
        listing: z.enum(['listed', 'suspended', 'delisted']),
        reason: z.nullable(z.string()),
      }),
    ),
    {
      missing: z.array(z.string()),
      /** The status of each provider of live prices, and its last message: a refusal, a warning of its plan. */
      providers: z.array(
        z.object({
          name: z.string(),
          label: z.string(),
          state: z.enum(providerStates),
          since: epochMs,
          why: z.nullable(z.string()),
          instruments: z.int(),
          /** Faults of all kinds since the process started. */
          faults: z.int(),
        }),
      ),
      /** Sources more than 5 % from the others of the same instrument: perhaps of another coin under the same code. */
      apart: z.array(z.object({ code: z.string(), source: z.string(), price: z.string(), others: z.string() })),
    },
  ),
  refusals: [],
})

export const suspendInstrument = operatorPost('/swx/admin/instruments/suspendNew', {
  summary: 'Stops or allows new orders on one instrument for everybody, with a public reason; what is open goes on.',
  roles: ['risk'],
  does: 'act',
  request: z.strictObject({
    code,
    suspended: z.boolean(),
    /** Of the list that fits what is requested. */
    reasonCode: z.enum([...suspendReasons, ...resumeReasons]),
    /** Shown to customers as it stands. */
    note: z.optional(z.string().check(z.maxLength(200), plainLine)),
    reason: operatorReason,
  }),
  result: z.object({ state: z.enum(['listed', 'suspended']) }),
  refusals: ['notFound', 'dataIncomplete', 'reasonNeeded', 'fourEyesNeeded'],
})

// What the public reads.

export const publicCapabilities = get('/swx/customer/public/capabilities', {
  summary:
    'Every call an operator can make, generated from the router that serves them: none sets prices, ticks or results.',
  request: nothing,
  result: z.object({
    sentence: z.literal('none sets prices, ticks or results'),
    /** SHA-256 over the list, so that two versions are distinguished at a glance. */
    hash: z.string(),
    calls: z.array(
      z.object({
        method: z.enum(['GET', 'POST']),
        path: z.string(),
        does: z.enum(['read', 'act', 'propose', 'approve']),
        roles: z.array(z.enum(operatorRoles)),
        summary: z.string(),
      }),
    ),
  }),
  refusals: [],
})

const publicVersion = z.object({
  key: z.string(),
  version: z.int(),
  value: z.string(),
  hash: z.string(),
  reason: z.nullable(z.string()),
  approvedAt: z.nullable(epochMs),
  appliesAt: z.nullable(epochMs),
})
export const publicParams = get('/swx/customer/public/params', {
  summary: 'The parameters in force at a moment (`at`, epoch ms; now without it), the same for every customer.',
  request: z.object({ at: z.optional(queryInt(0, 9_999_999_999_999)) }),
  result: z.array(publicVersion),
  refusals: [],
})
export const publicParamChanges = get('/swx/customer/public/params/changes', {
  summary: 'Every change of a parameter that two officers decided, announced a day before it holds, newest first.',
  request: nothing,
  result: z.array(publicVersion),
  refusals: [],
})
