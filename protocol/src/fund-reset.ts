import * as z from 'zod/mini'
import { fundPassword } from './fund-password.ts'
import { factorFields } from './passkey-shapes.ts'
import { get, post } from './route.ts'
import { epochMs, id, nothing } from './shapes.ts'

// Who forgot the fund password and has no second factor shows by a new picture that it is him: he holds up a number of the
// day, and a person holds the picture against those he was verified by.

/** Hours within which a person reviews it. */
export const fundResetHours = 48
export const fundResetStates = ['WAITING', 'DONE', 'REJECTED', 'CANCELLED'] as const
/** Why a picture does not show its owner. */
export const fundResetReasons = ['FACE_DIFFERS', 'NUMBER_MISSING', 'UNREADABLE'] as const

/** The number that is held up in the picture. */
export const heldNumber = z.string().check(z.regex(/^[0-9]{4}$/))

const requested = z.object({
  id,
  status: z.enum(fundResetStates),
  askedAt: epochMs,
  dueAt: epochMs,
  overdue: z.boolean(),
  decidedAt: z.nullable(epochMs),
  /** With REJECTED. */
  reasonCode: z.nullable(z.enum(fundResetReasons)),
})
const resetStatus = z.object({
  /** Only a verified customer has pictures that a new one can be held against. */
  verified: z.boolean(),
  /** What to write on paper and hold up; good today and, where it was shown before midnight (UTC), tomorrow. */
  number: heldNumber,
  /** The last one that was requested, where there is one. */
  requested: z.nullable(requested),
})
export type FundReset = z.output<typeof resetStatus>

export const fundResetStatus = get('/swx/customer/user/fundPassword/selfie', {
  summary: 'Whether a new fund password can be asked for by a picture, the number to hold up, and what was asked last.',
  signedIn: true,
  request: nothing,
  result: resetStatus,
  refusals: [],
})

export const requestFundReset = post('/swx/customer/user/fundPassword/selfie', {
  summary:
    'Ask for a new fund password by a code of scene fundpwd and a picture (purpose kyc) of its verified owner with the number of the day. A person decides within 48 hours; the old one goes on until then.',
  signedIn: true,
  proof: true,
  request: z.strictObject({
    new: fundPassword,
    fileId: id,
    number: heldNumber,
    code: z.optional(z.string().check(z.maxLength(16))),
    ...factorFields,
  }),
  result: resetStatus,
  notice: 'modified',
  refusals: [
    'dataIncomplete',
    'fundPasswordNotSet',
    'codeWrong',
    'proofNeeded',
    'notFound',
    'notVerifiedYet',
    'verificationNotValid',
  ],
})

export const cancelFundReset = post('/swx/customer/user/fundPassword/selfie/cancel', {
  summary: 'Take back what was asked; the old fund password goes on.',
  signedIn: true,
  request: nothing,
  result: resetStatus,
  notice: 'modified',
  refusals: ['notFound'],
})
