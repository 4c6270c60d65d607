import * as z from 'zod/mini'
import { caseHold } from './case-hold.ts'
import { contractTable } from './contract-params.ts'
import {
  assertion,
  operatorGet,
  operatorPost,
  operatorReason,
  operatorRoles,
  type OperatorRole,
} from './operator-route.ts'
import { operatorName } from './operators.ts'
import { epochMs, id, pageOf, queryInt } from './shapes.ts'
import { maxOpen } from './options.ts'

// What one operator proposes and a second decides. The proposer makes the id (a UUID), since his passkey signs it too:
// `requestPayload` of proofs/approval.ts with the part `propose`; the one who decides signs the same values with the part
// `approve`. No operator decides his own request (40033), and a changed value is another payload (40036).

export const requestKinds = [
  'role.grant',
  'role.revoke',
  'operator.invite',
  'operator.end',
  'operator.networks',
  'params',
  'adjustment',
  'reserve.topUp',
  'withdrawal.limit',
  'customer.restrict',
  'instrument.listing',
  'plan.product',
  'plan.state',
] as const
export type RequestKind = (typeof requestKinds)[number]
export const requestStates = ['PROPOSED', 'APPROVED', 'SCHEDULED', 'APPLIED', 'REJECTED', 'EXPIRED'] as const

export const changeRequest = z.object({
  id,
  kind: z.enum(requestKinds),
  /** Every value that decides its effect, by name; what both passkeys sign. */
  values: z.record(z.string(), z.string()),
  reason: z.string(),
  status: z.enum(requestStates),
  proposedBy: z.string(),
  proposedAt: epochMs,
  /** Undecided after this time it expires. */
  endsAt: epochMs,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(epochMs),
  decisionReason: z.nullable(z.string()),
  appliesAt: z.nullable(epochMs),
  appliedAt: z.nullable(epochMs),
  ...caseHold,
  /** Whether the caller may decide it: it waits, his role decides, and he is not its proposer. */
  mayDecide: z.boolean(),
})
export type ChangeRequest = z.output<typeof changeRequest>

/** What every step of a request may be refused with. */
export const refusals = ['notFound', 'dataIncomplete', 'fourEyesNeeded', 'proofNeeded', 'reasonNeeded'] as const
export const signed = { id, reason: operatorReason, assertion }
export const decision = z.strictObject(signed)
export const rejection = z.strictObject({ id, reason: operatorReason })

/** Some kinds, with commas between them in a query. */
const kindList = z.codec(z.string().check(z.maxLength(200)), z.array(z.enum(requestKinds)), {
  decode: (text) => text.split(',') as RequestKind[],
  encode: (kinds) => kinds.join(','),
})

export const listRequests = operatorGet('/swx/admin/requests', {
  summary: 'Shows what operators ask of each other, newest first: open ones, or all with `all`.',
  roles: ['superadmin', 'risk', 'finance1', 'finance2', 'auditor'],
  does: 'read',
  request: z.object({
    kinds: z.optional(kindList),
    all: z.optional(z.literal('true')),
    page: z.optional(queryInt(1, 10_000)),
    size: z.optional(queryInt(1, 100)),
  }),
  result: pageOf(changeRequest),
  refusals: [],
})

const superadmin: OperatorRole[] = ['superadmin']
export const risk: OperatorRole[] = ['risk']
export const finance: OperatorRole[] = ['finance1', 'finance2']

/** A second operator approves by passkey; returns the request with its new status. `/transparency` shows `summary`. */
export const approve = (path: `/swx/admin/${string}`, roles: OperatorRole[], summary: string) =>
  operatorPost(path, {
    summary,
    roles,
    does: 'approve',
    request: decision,
    result: changeRequest,
    refusals: [...refusals],
  })
/** One operator rejects with a reason; returns what `approve` does. */
export const reject = (path: `/swx/admin/${string}`, roles: OperatorRole[], summary: string) =>
  operatorPost(path, {
    summary,
    roles,
    does: 'approve',
    request: rejection,
    result: changeRequest,
    refusals: [...refusals],
  })

export const operatorList = operatorGet('/swx/admin/operators', {
  summary: 'Lists every operator with roles and state.',
  roles: ['superadmin', 'auditor'],
  does: 'read',
  request: z.object({}),
  result: z.array(
    z.object({
      id,
      name: z.string(),
      status: z.enum(['INVITED', 'ACTIVE', 'ENDED']),
      roles: z.array(z.enum(operatorRoles)),
      sandbox: z.boolean(),
      passkeys: z.int(),
      otp: z.boolean(),
      /** Null of who never signed in, or of who is not absent. */
      lastSignInAt: z.nullable(epochMs),
      absentUntil: z.nullable(epochMs),
      /** Where alone this operator may be signed in; empty for anywhere. */
      networks: z.array(z.string()),
    }),
  ),
  refusals: [],
})

/**
 * Values signed: `operator` (the name) and `role`; of an ending only `operator`; of an allow-list `networks`, with commas
 * between them or `any`; of an invitation `email` too, where the link
 * for the set-up is mailed. Inviting again who has not set himself up takes the link before away, with another role and
 * address where they are others.
 */
export const proposeRole = operatorPost('/swx/admin/roles/propose', {
  summary:
    'Proposes to invite or end an operator, to grant or to revoke a role, or where an operator may sign in; a second superadmin decides.',
  roles: superadmin,
  does: 'propose',
  request: z.strictObject({
    ...signed,
    kind: z.enum(['role.grant', 'role.revoke', 'operator.invite', 'operator.end', 'operator.networks']),
    operator: operatorName,
    role: z.optional(z.enum(operatorRoles)),
    email: z.optional(z.string().check(z.maxLength(254))),
    networks: z.optional(z.string().check(z.maxLength(1000))),
  }),
  result: changeRequest,
  refusals: [...refusals],
})
export const approveRole = operatorPost('/swx/admin/roles/approve', {
  summary:
    'Approves what another superadmin proposed about an operator; it takes effect with that operator’s next call. An invited operator is mailed a link that nobody else sees.',
  roles: superadmin,
  does: 'approve',
  request: decision,
  result: changeRequest,
  refusals: [...refusals],
})
export const rejectRole = reject(
  '/swx/admin/roles/reject',
  superadmin,
  'Rejects or takes back a proposal about an operator.',
)

/** Rates (millionths) and stakes (millionths of a USDT) between which two officers may decide; orders hold nothing beyond. */
export const termBounds = { payoutPpm: [800_000n, 1_000_000n], stake: [1_000_000n, maxOpen.stake] } as const

/** One limit time of options; amounts and the rate as decimal text. */
const optionTerm = z.strictObject({
  limitTime: z.int().check(z.minimum(60), z.maximum(86_400)),
  min: z.string().check(z.regex(/^[0-9]{1,9}(?:\.[0-9]{1,2})?$/)),
  max: z.string().check(z.regex(/^[0-9]{1,9}(?:\.[0-9]{1,2})?$/)),
  payoutRate: z.string().check(z.regex(/^(?:0\.[0-9]{1,4}|1(?:\.0{1,4})?)$/)),
  earlySale: z.boolean(),
})
const optionTable = z.array(optionTerm).check(z.minLength(1), z.maxLength(20))
export type OptionTableText = z.output<typeof optionTable>

export const paramKeys = ['options', 'contracts', 'adjustments', 'credits', 'resale'] as const
export type ParamKey = (typeof paramKeys)[number]

const cap = z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,8})?$/))
/** What adjustments may take from one customer in 24 hours, by asset. */
const adjustmentCaps = z.strictObject({ USDT: cap, BTC: cap, ETH: cap })
export type AdjustmentCaps = z.output<typeof adjustmentCaps>
/** What one operator's credits by hand without a second may come to in 24 hours, in USDT by the price of each. */
const creditCaps = z.strictObject({ USDT: cap })
export type CreditCaps = z.output<typeof creditCaps>
/** Whether owners may sell their collectibles to each other. */
const resaleSwitch = z.strictObject({ on: z.boolean() })
export type ResaleSwitch = z.output<typeof resaleSwitch>
/** The parameters that are caps, each with its assets. */
export const cappedAssets = { adjustments: ['USDT', 'BTC', 'ETH'], credits: ['USDT'] } as const satisfies Partial<
  Record<ParamKey, readonly string[]>
>

const versionsOf = <V extends z.ZodMiniType>(value: V) =>
  z.object({
    current: z.int(),
    versions: z.array(
      z.object({
        version: z.int(),
        value,
        /** SHA-256 of the written value; stands in the public change log. */
        hash: z.string(),
        reason: z.string(),
        approvedAt: z.nullable(epochMs),
        appliesAt: z.nullable(epochMs),
      }),
    ),
  })

export const readParams = operatorGet('/swx/admin/params', {
  summary: 'Shows the parameters in force, decided ones that wait for their day, and every version before.',
  roles: ['risk', 'superadmin', 'finance1', 'finance2', 'support', 'auditor'],
  does: 'read',
  request: z.object({}),
  result: z.object({
    options: versionsOf(optionTable),
    contracts: versionsOf(contractTable),
    adjustments: versionsOf(adjustmentCaps),
    credits: versionsOf(creditCaps),
    resale: versionsOf(resaleSwitch),
  }),
  refusals: [],
})
/**
 * Values signed: `key`, `version` (the next one of this key) and `value`: JSON exactly as `JSON.stringify` writes it, of the
 * table of terms for `options` and `contracts`, of the caps for `adjustments` and `credits`, of the switch for `resale`.
 */
export const proposeParams = operatorPost('/swx/admin/params/propose', {
  summary:
    'Proposes other terms of options or of contracts, other caps of adjustments or of credits by one operator, or that owners may sell collectibles to each other, for everybody; a second risk officer decides, and a day later they hold.',
  roles: risk,
  does: 'propose',
  request: z.strictObject({
    ...signed,
    key: z.enum(paramKeys),
    version: z.int(),
    value: z.union([optionTable, contractTable, adjustmentCaps, creditCaps, resaleSwitch]),
  }),
  result: changeRequest,
  refusals: [...refusals],
})
export const approveParams = approve(
  '/swx/admin/params/approve',
  risk,
  'Approves parameters that another risk officer proposed: published at once, in force after 24 hours.',
)
export const rejectParams = reject('/swx/admin/params/reject', risk, 'Rejects or takes back a proposal of parameters.')

/** Whole USDT of the highest limit there is. */
export const highestLimit = 10_000_000
/** Values signed: `customerId` and `most`, whole USDT in 24 hours. */
export const proposeLimit = operatorPost('/swx/admin/withdrawalLimits/propose', {
  summary:
    'Proposes that one verified customer may withdraw more than 50,000 USDT a day; a second risk officer decides. A limit is only ever raised.',
  roles: risk,
  does: 'propose',
  request: z.strictObject({ ...signed, customerId: id, most: z.string().check(z.regex(/^[1-9][0-9]{4,7}$/)) }),
  result: changeRequest,
  refusals: [...refusals],
})
export const approveLimit = approve(
  '/swx/admin/withdrawalLimits/approve',
  risk,
  'Approves a higher limit of withdrawals that another risk officer proposed; it holds at once, and the customer is told.',
)
export const rejectLimit = reject(
  '/swx/admin/withdrawalLimits/reject',
  risk,
  'Rejects or takes back a proposal of a higher limit.',
)
