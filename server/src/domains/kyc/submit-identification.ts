import { minAge } from '@evenhand/protocol/accounts.ts'
import {
  ageOn,
  furtherDocuments,
  hasBack,
  keepsNumber,
  reviewHours,
  type IdentificationField,
  type FurtherPictures,
  type IdentificationForm,
  type CustomerIdentification,
} from '@evenhand/protocol/identification.ts'
import { takesIdentification } from '@evenhand/protocol/states.ts'
import { utcDay } from '../../kernel/time/clock.ts'
import { sqlState } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { refuse, Refusal } from '../../kernel/http/refusal.ts'
import type { KycDeps } from './kyc.deps.ts'
import {
  insertIdentification,
  lastOf,
  picturesOf,
  type Identification,
  type NewIdentification,
} from './identifications.store.ts'
import { kycNotice } from './kyc-notices.ts'
import { documentHash, openForm, sealForm, statedIn } from './encrypted-form.ts'
import { attemptsLeft, ownView } from './view-status.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

const oldest = 120

/**
 * Takes the form of a customer for review: shape, age, state, number, pictures, in this order. Refuses 40020 by field, 40022, 10019
 * in a state that takes no form or when the attempts are used, 40039 for a picture that is not the customer's own.
 */
export async function submitIdentification(
  deps: KycDeps,
  form: IdentificationForm,
  call: Call,
): Promise<CustomerIdentification> {
  const { db, clock, keys } = deps
  const { customerId, accountId } = call.session
  const at = clock.now()
  mustBeSound(form, utcDay(at))
  const last = await lastOf(db, customerId)
  mustTakeForm(last)
  mustNameNumber(form, last)
  mustBringNeeded(form, last)
  await mustOwnPictures(deps, form, customerId)
  await write(deps, form, { customerId, accountId, at })
  return ownView(await lastOf(db, customerId), { keys, now: at })
}

async function write(
  { db, accounts, keys, hashKey, enqueueNotices }: KycDeps,
  form: IdentificationForm,
  { customerId, accountId, at }: { customerId: string; accountId: bigint; at: number },
): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      // Forms of one customer come one after another.
      if ((await accounts.hold(tx, { id: customerId, to: 'change' })) === undefined) throw refuse('customerNotFound')
      const last = await lastOf(tx, customerId)
      mustTakeForm(last)
      mustNameNumber(form, last)
      mustBringNeeded(form, last)
      const id = uuidV7(at)
      const kept = form.docNumber === '' && last ? openForm(keys, last).docNumber : form.docNumber
      const stated = statedIn({ ...form, docNumber: kept })
      const sent: NewIdentification = {
        id,
        customerId,
        number: (last?.number ?? 0) + 1,
        attempt: last?.status === 'RESUBMIT' ? last.attempt + 1 : 1,
        submittedAt: at,
        dueAt: at + reviewHours * hourMs,
        docType: form.docType,
        docExpiry: form.docExpiry,
        country: form.country,
        documentHash: documentHash(hashKey, stated),
        frontFileId: form.frontFileId,
        backFileId: form.backFileId,
        holdingFileId: form.holdingFileId,
        further: furtherOf(form),
        ...sealForm(keys, { id, customerId }, stated),
      }
      await insertIdentification(tx, sent)
      await enqueueNotices(tx, [kycNotice('kyc.submitted', { id, accountId, number: sent.attempt })])
    })
  } catch (cause) {
    if (sqlState(cause) === '23505') throw refuse('identificationState', { status: 'PENDING_REVIEW' })
    throw cause
  }
}

const wrong = (field: IdentificationField, reason: string): Error =>
  refuse('dataIncomplete', { fields: [{ field, reason }] })

function mustBeSound(form: IdentificationForm, today: string): void {
  const age = ageOn(form.birthDate, today)
  if (age < 0 || age > oldest) throw wrong('birthDate', 'malformed')
  if (form.docExpiry < today) throw wrong('docExpiry', 'expired')
  if (hasBack(form.docType) && form.backFileId === undefined) throw wrong('backFileId', 'missing')
  if (!hasBack(form.docType) && form.backFileId !== undefined) throw wrong('backFileId', 'unknown')
  const pictures = picturesOf({ ...form, backFileId: form.backFileId, further: furtherOf(form) })
  if (new Set(pictures).size < pictures.length) throw wrong('holdingFileId', 'repeated')
  if (age < minAge) throw refuse('underage', { minAge })
}

function mustTakeForm(last: Identification | undefined): void {
  const status = last?.status ?? 'NOT_VERIFIED'
  const left = attemptsLeft(last)
  if (!takesIdentification.includes(status) || left < 1)
    throw refuse('identificationState', { status, attemptsLeft: left })
}

/** An empty number is that of the form before, where it may stay. */
function mustNameNumber({ docNumber, docType }: IdentificationForm, last: Identification | undefined): void {
  if (docNumber === '' && !(last !== undefined && keepsNumber(last, docType))) throw wrong('docNumber', 'missing')
}

const furtherOf = (form: IdentificationForm): FurtherPictures =>
  Object.fromEntries(furtherDocuments.flatMap((field) => (form[field] === undefined ? [] : [[field, form[field]]])))

/** A correction brings every further document that was requested, and those that came with the form before; no others. */
function mustBringNeeded(form: IdentificationForm, last: Identification | undefined): void {
  const requested: readonly string[] =
    last?.status === 'RESUBMIT' ? [...last.needs.map(({ field }) => field), ...Object.keys(last.further)] : []
  for (const field of furtherDocuments) {
    if (requested.includes(field) && form[field] === undefined) throw wrong(field, 'missing')
    if (!requested.includes(field) && form[field] !== undefined) throw wrong(field, 'unknown')
  }
}

async function mustOwnPictures(
  { files }: Pick<KycDeps, 'files'>,
  form: IdentificationForm,
  customerId: string,
): Promise<void> {
  const { frontFileId, backFileId, holdingFileId } = form
  for (const [field, fileId] of Object.entries({ frontFileId, backFileId, holdingFileId, ...furtherOf(form) })) {
    if (fileId === undefined) continue
    try {
      await files.mustOwn(customerId, fileId, 'kyc')
    } catch (cause) {
      throw cause instanceof Refusal && cause.key === 'notFound' ? refuse('notFound', { field }) : cause
    }
  }
}
