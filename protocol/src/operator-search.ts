import * as z from 'zod/mini'
import { operatorGet, searchText } from './operator-route.ts'
import { epochMs, id } from './shapes.ts'

/** What has a number that an operator may search for. */
export const foundKinds = [
  'customer',
  'deposit',
  'withdrawal',
  'conversion',
  'loan',
  'order',
  'contract',
  'plan',
  'collectible',
  'complaint',
  'identification',
  'fundReset',
  'request',
  'legalHold',
] as const
export type FoundKind = (typeof foundKinds)[number]

/** One thing that was found, as the list of its kind shows it: user names, never an e-mail address or a document. */
const found = z.object({
  kind: z.enum(foundKinds),
  id,
  /** Its own number; of what has none, the beginning of its id. */
  no: z.string(),
  customerId: z.nullable(id),
  username: z.nullable(z.string()),
  status: z.nullable(z.string()),
  /** Of a request: what kind of change it requires. */
  about: z.nullable(z.string()),
  at: z.nullable(epochMs),
})
export type Found = z.output<typeof found>

export const searchNumbers = operatorGet('/swx/admin/search', {
  summary:
    'Finds by a whole number, id, transaction hash, address, document number or e-mail address, or by the beginning of a user name, what one’s own roles read: at most 20, masked as in the lists.',
  roles: ['kyc', 'finance1', 'finance2', 'risk', 'support', 'superadmin', 'auditor'],
  does: 'read',
  request: z.object({ q: searchText(128) }),
  result: z.array(found),
  refusals: [],
})
