import { createHmac } from 'node:crypto'
import { fundResetHours, type FundReset } from '@evenhand/protocol/fund-reset.ts'
import { utcDay } from '../../../kernel/time/clock.ts'
import { brokenRule } from '../../../kernel/db/db.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { uuidV7 } from '../../../kernel/ids.ts'
import { refuse } from '../../../kernel/http/refusal.ts'
import { isWeakFundPassword } from './fund-password.rules.ts'
import { findFundPassword } from './fund-password.store.ts'
import {
  cancelReset,
  insertReset,
  lastReset,
  markErased,
  picturesBefore,
  type FundResetRow,
} from './fund-reset.store.ts'
import type { StepUpRequest, FundPasswordDeps } from './fund-password.deps.ts'
import { dayMs, hourMs } from '@evenhand/protocol/durations.ts'

/** How long a picture can be viewed after it was decided. */
const keptMs = 90 * dayMs
const badField = (field: string, reason: string): Error => refuse('dataIncomplete', { fields: [{ field, reason }] })

export type ResetDeps = FundPasswordDeps & {
  hashOf: (customerId: string, digits: string) => Promise<string>
}
type ResetRequest = StepUpRequest & { new: string; fileId: string; number: string }

/** Four digits that are a customer's own for a day; they cannot be known before. */
const numberOf = ({ fundPepper }: ResetDeps, customerId: string, day: string): string =>
  (createHmac('sha256', fundPepper).update(`held up ${customerId} ${day}`).digest().readUInt32BE() % 10_000)
    .toString()
    .padStart(4, '0')

/** A new fund password for who forgot the old one and has no second factor: by a picture, which a person reviews. */
export function createFundReset(deps: ResetDeps) {
  const { db, clock, files } = deps
  return {
    read: (_request: object, call: Call): Promise<FundReset> => resetStatus(deps, call),
    request: (options: ResetRequest, call: Call): Promise<FundReset> => request(deps, options, call),
    async cancel(_request: object, call: Call): Promise<FundReset> {
      if (!(await cancelReset(db, { customerId: call.session.customerId, at: clock.now() }))) throw refuse('notFound')
      return resetStatus(deps, call)
    },
    /** Erases pictures whose retention is over; one that an identification shows too is left to that. */
    async forgetPictures(): Promise<void> {
      const at = clock.now()
      const due = await picturesBefore(db, at - keptMs)
      if (due.length === 0) return
      const shown = await deps.picturesOfIdentifications(due)
      await files.erase(due.flatMap(({ fileId }) => (shown.has(fileId) ? [] : [fileId])))
      await markErased(db, { ids: due.map(({ id }) => id), at })
    },
  }
}

/** Whether it waits longer than was promised. */
export const isOverdue = ({ status, dueAt }: FundResetRow, now: number): boolean => status === 'WAITING' && dueAt < now

async function resetStatus(deps: ResetDeps, { session: { customerId } }: Call): Promise<FundReset> {
  const [last, identity] = await Promise.all([lastReset(deps.db, customerId), deps.identityOf(customerId)])
  const now = deps.clock.now()
  return {
    verified: identity.verified,
    number: numberOf(deps, customerId, utcDay(now)),
    requested: last === undefined ? null : viewed(last, now),
  }
}

const viewed = (last: FundResetRow, now: number): NonNullable<FundReset['requested']> => ({
  id: last.id,
  status: last.status,
  askedAt: last.askedAt,
  dueAt: last.dueAt,
  overdue: isOverdue(last, now),
  decidedAt: last.decidedAt,
  reasonCode: last.reasonCode,
})

/**
 * Requests it. Refuses 40039 a picture that is not the customer's own, 40020 one that was sent before, digits that are easily
 * guessed, a number that is not of the day and a second request while one waits, 40015 where there is none to replace, 10022 and 30003 who is not
 * verified, and what does not confirm it.
 */
async function request(deps: ResetDeps, { new: wanted, fileId, number, ...confirm }: ResetRequest, call: Call) {
  const { db, clock, files, requireStepUp } = deps
  const { customerId, accountId } = call.session
  const now = clock.now()
  // First, so that no other refusal distinguishes another customer's picture from one that does not exist.
  await files.mustOwn(customerId, fileId, 'kyc')
  if (isWeakFundPassword(wanted, await deps.birthDateOf(customerId))) throw badField('new', 'weak')
  if ((await findFundPassword(db, customerId)) === undefined) throw refuse('fundPasswordNotSet')
  const identificationId = await mustBeVerified(deps, customerId)
  const days = [now, now - dayMs].map((at) => numberOf(deps, customerId, utcDay(at)))
  if (!days.includes(number)) throw badField('number', 'expired')
  if ((await lastReset(db, customerId))?.status === 'WAITING') throw badField('new', 'alreadyAsked')
  const hash = await deps.hashOf(customerId, wanted)
  await requireStepUp({ ...confirm, customerId, scene: 'fundpwd', boundTo: '' }, call)
  const askedAt = clock.now()
  const dueAt = askedAt + fundResetHours * hourMs
  const id = uuidV7(askedAt)
  const event = { accountId, template: 'fundpwd.changed', params: { change: 'asked', until: dueAt }, ref: id } as const
  try {
    await db.transaction().execute(async (tx) => {
      await insertReset(tx, { id, customerId, hash, fileId, number, identificationId, askedAt, dueAt })
      await deps.enqueueNotices(tx, [event])
      await deps.warn(tx, event, call)
    })
  } catch (cause) {
    const rule = brokenRule(cause)
    if (rule === 'fund_resets_file_id_key') throw badField('fileId', 'repeated')
    throw rule === 'one_open_reset' ? badField('new', 'alreadyAsked') : cause
  }
  return resetStatus(deps, call)
}

async function mustBeVerified({ identityOf, identityRefusal }: ResetDeps, customerId: string): Promise<string> {
  const { verified, formId } = await identityOf(customerId)
  if (verified && formId !== undefined) return formId
  throw (await identityRefusal(customerId)) ?? refuse('notVerifiedYet')
}
