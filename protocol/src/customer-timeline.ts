import * as z from 'zod/mini'
import { operatorGet, operatorPost, operatorReason, type OperatorRole } from './operator-route.ts'
import { epochMs, id, queryInt } from './shapes.ts'

/** Everything that is kept of a customer by its time, newest first. */
export const timelineKinds = [
  'order',
  'contract',
  'plan',
  'deposit',
  'withdrawal',
  'conversion',
  'loan',
  'collectible',
  'invite',
  'signIn',
  'device',
  'apiKey',
  'address',
  'complaint',
  'identity',
  'restriction',
  'legal',
  'access',
  'note',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

const everyReader = ['kyc', 'finance1', 'finance2', 'risk', 'support', 'auditor'] as const
const ofMoney = ['finance1', 'finance2', 'risk', 'support', 'auditor'] as const
/** Who may read rows of a kind: the roles that read the screen they lead to. */
export const timelineReaders: Readonly<Record<TimelineKind, readonly OperatorRole[]>> = {
  order: everyReader,
  contract: everyReader,
  plan: ofMoney,
  deposit: ofMoney,
  withdrawal: ofMoney,
  conversion: ofMoney,
  loan: ofMoney,
  collectible: ofMoney,
  invite: ofMoney,
  signIn: everyReader,
  device: everyReader,
  apiKey: everyReader,
  address: ofMoney,
  complaint: ['support', 'risk', 'kyc', 'auditor'],
  identity: ['kyc', 'support', 'auditor'],
  restriction: everyReader,
  legal: ['risk', 'kyc', 'auditor'],
  access: everyReader,
  note: everyReader,
}

const row = z.object({
  at: epochMs,
  kind: z.enum(timelineKinds),
  /** Of the order, the deposit, the complaint …; with the kind it is unique. */
  id: z.string(),
  /** What it states, by name: amounts as decimal text, times as epoch milliseconds, states as their words. */
  params: z.record(z.string(), z.string()),
})
export type TimelineRow = z.output<typeof row>

/** A cursor between two rows, as a response named it. */
const cursor = z.string().check(z.regex(/^[0-9]{1,16}_[A-Za-z]{2,16}_[0-9a-f-]{1,64}$/))
const page = z.object({
  rows: z.array(row),
  /** The cursor of the next page; null at the end. */
  next: z.nullable(z.string()),
  /** The kinds that the caller may read. */
  kinds: z.array(z.enum(timelineKinds)),
})

export const customerTimeline = operatorGet('/swx/admin/users/:id/timeline', {
  summary:
    'Shows all that is kept of a customer by its time: orders, money, sign-ins, addresses, complaints, restrictions, looks and notes, as far as the role may read it; networks and addresses masked, and the look recorded.',
  roles: [...everyReader],
  does: 'read',
  request: z.object({
    id,
    kind: z.optional(z.enum(timelineKinds)),
    cursor: z.optional(cursor),
    size: z.optional(queryInt(1, 100)),
  }),
  result: page,
  refusals: ['notFound', 'accountRestricted', 'dataIncomplete'],
})

export const revealTimeline = operatorPost('/swx/admin/users/:id/timeline', {
  summary: 'Shows the same with networks and addresses in full, for a reason that the customer can read.',
  roles: ['kyc', 'finance1', 'finance2', 'risk', 'support'],
  does: 'read',
  request: z.strictObject({
    id,
    kind: z.optional(z.enum(timelineKinds)),
    cursor: z.optional(cursor),
    size: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
    reason: operatorReason,
  }),
  result: page,
  refusals: ['notFound', 'accountRestricted', 'dataIncomplete'],
})
