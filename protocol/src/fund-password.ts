import * as z from 'zod/mini'
import { factorFields } from './passkey-shapes.ts'
import { get, post } from './route.ts'
import { epochMs, nothing } from './shapes.ts'

/** Six ASCII digits. Forms convert other digits to these; the API refuses them. */
export const fundPassword = z.string().check(z.regex(/^[0-9]{6}$/))
/** Wrong entries in a row, counted while none is older than a day by the last, and for how many minutes they lock. */
export const fundPasswordLocks = [
  { wrong: 5, minutes: 15 },
  { wrong: 10, minutes: 1440 },
] as const

const mailCode = z.optional(z.string().check(z.maxLength(16)))
const written = { result: nothing, notice: 'modified' } as const

export const fundPasswordStatus = get('/swx/customer/user/fundPassword/status', {
  summary:
    'Whether a fund password is set, how many wrong entries are left before it locks, and until when it is locked.',
  signedIn: true,
  request: nothing,
  result: z.object({
    set: z.boolean(),
    changedAt: z.nullable(epochMs),
    left: z.int(),
    lockedUntil: z.nullable(epochMs),
  }),
  refusals: [],
})

export const setFundPassword = post('/swx/customer/user/fundPassword/set', {
  ...written,
  summary:
    'Set the first fund password, with a code of scene fundpwd or the second factor. Refuses one that is easily guessed (reason weak).',
  signedIn: true,
  proof: true,
  request: z.strictObject({ fundPassword, code: mailCode, ...factorFields }),
  refusals: ['dataIncomplete', 'codeWrong', 'proofNeeded'],
})

export const changeFundPassword = post('/swx/customer/user/fundPassword/change', {
  ...written,
  summary: 'Change the fund password by the old one. Withdrawals to new addresses wait 24 hours after it.',
  signedIn: true,
  proof: true,
  request: z.strictObject({ old: fundPassword, new: fundPassword }),
  refusals: ['dataIncomplete', 'fundPasswordWrong', 'fundPasswordLocked', 'fundPasswordNotSet'],
})

export const resetFundPassword = post('/swx/customer/user/fundPassword/reset', {
  ...written,
  summary:
    'Set a new fund password without the old one: by a code of scene fundpwd and the second factor, which has to be set up first where there is none.',
  signedIn: true,
  proof: true,
  request: z.strictObject({ new: fundPassword, code: mailCode, ...factorFields }),
  refusals: ['dataIncomplete', 'fundPasswordNotSet', 'codeWrong', 'proofNeeded'],
})
