import * as z from 'zod/mini'
import { fundPassword } from './fund-password.ts'
import { fundCoins, fundNetworks } from './funds.ts'
import { factorFields } from './passkey-shapes.ts'
import { get, post, put, remove } from './route.ts'
import { epochMs, id, nothing } from './shapes.ts'

/** Addresses a customer may have, and hours before a new one can be used. */
export const addressLimits = { max: 20, label: 30, coolingHours: 24 } as const

/** What may follow what for an address. */
export const addressStates = { COOLING: ['ACTIVE', 'DELETED'], ACTIVE: ['DELETED'], DELETED: [] } as const
export type AddressStatus = keyof typeof addressStates

const fields = {
  coin: z.enum(fundCoins),
  network: z.enum(fundNetworks),
  address: z.string().check(z.minLength(10), z.maxLength(120)),
  memo: z.optional(z.string().check(z.regex(/^[\x20-\x7e]{1,64}$/))),
  label: z.string().check(z.regex(/^[^\p{C}]+$/u), z.minLength(1), z.maxLength(60)),
  fundPassword,
  code: z.optional(z.string().check(z.maxLength(16))),
  ...factorFields,
}
/**
 * What a mailed code for an address is for, given as its `quoteId`: the address as it was typed and, after a space, the
 * memo or tag where there is one. A code for the address alone confirms none with a memo, nor the other way round.
 */
export const addressCodeFor = ({ address, memo = '' }: { address: string; memo?: string | undefined }): string =>
  memo === '' ? address.trim() : `${address.trim()} ${memo}`

/** An address as lists show it: enough to know it again, never enough to pay to. */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-6)}`

const refusals = [
  'dataIncomplete',
  'accountRestricted',
  'fundPasswordWrong',
  'fundPasswordLocked',
  'fundPasswordNotSet',
  'codeWrong',
  'proofNeeded',
] as const

export const withdrawalAddress = z.object({
  id,
  coin: z.enum(fundCoins),
  network: z.enum(fundNetworks),
  address: z.string(),
  memo: z.optional(z.string()),
  label: z.string(),
  status: z.enum(['COOLING', 'ACTIVE']),
  activeAt: epochMs,
  createdAt: epochMs,
  lastUsedAt: z.optional(epochMs),
})
export type WithdrawalAddress = z.output<typeof withdrawalAddress>

export const listAddresses = get('/swx/customer/address/list', {
  summary: "The customer's addresses for withdrawals, newest first; those that were deleted are not in it.",
  signedIn: true,
  request: z.object({ coin: z.optional(z.enum(fundCoins)), network: z.optional(z.enum(fundNetworks)) }),
  result: z.array(withdrawalAddress).check(z.maxLength(addressLimits.max)),
  refusals: [],
})

export const addAddress = post('/swx/customer/address/add', {
  summary:
    'Keep an address, after its checksum; usable 24 hours later. The code of scene address is for this very address and memo, given as its quoteId: the address, and after a space the memo where there is one.',
  signedIn: true,
  request: z.strictObject(fields),
  result: withdrawalAddress,
  notice: 'modified',
  refusals,
})

export const updateAddress = post('/swx/customer/address/update', {
  summary: 'Delete an address and keep another in its place, which waits 24 hours like any new one.',
  signedIn: true,
  request: z.strictObject({ id, ...fields }),
  result: withdrawalAddress,
  notice: 'modified',
  refusals: [...refusals, 'notFound'],
})

export const deleteAddress = remove('/swx/customer/address/delete/:id', {
  summary: 'Delete an address. What was asked for to it goes on.',
  signedIn: true,
  request: z.object({ id }),
  result: nothing,
  notice: 'deleted',
  refusals: ['notFound'],
})

const book = z.object({
  on: z.boolean(),
  /** When the book opens again, where that was requested. */
  offAt: z.nullable(epochMs),
})

export const whitelistMode = get('/swx/customer/user/whitelistMode', {
  summary:
    'Whether the address book is closed: nothing leaves but to addresses that stand in it, and none can be added.',
  signedIn: true,
  request: nothing,
  result: book,
  refusals: [],
})

export const setWhitelistMode = put('/swx/customer/user/whitelistMode', {
  summary: 'Close the address book at once; or open it, 24 hours later, by fund password and a recent proof.',
  signedIn: true,
  request: z.strictObject({ on: z.boolean(), fundPassword: z.optional(fundPassword) }),
  result: book,
  notice: 'modified',
  refusals: ['dataIncomplete', 'fundPasswordWrong', 'fundPasswordLocked', 'fundPasswordNotSet', 'proofNeeded'],
})
