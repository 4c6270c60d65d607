import {
  maxComplaintsADay,
  maxOpenComplaints,
  type complain,
  type Complaint,
  type ComplaintKind,
} from '@evenhand/protocol/complaints.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { receivedNotice } from './complaint-notices.ts'
import type { ComplaintsDb, ComplaintsDeps, Subject } from './complaints.deps.ts'
import { dueAfter, noText, numbered } from './complaints.rules.ts'
import {
  countOwn,
  findComplaint,
  hasObjected,
  insertComplaint,
  nextNumber,
  type ComplaintRow,
} from './complaints.store.ts'
import { ownView } from './view-complaint.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** The call under which its idempotency keys are kept. */
const keyRoute = 'complain'

type Request = z.output<typeof complain.request>

/**
 * Takes a complaint and gives it its number. The same Idempotency-Key returns the first response again, with another request it
 * refuses 40028; 40039 where what it is about is not the caller's, 40038 beyond the open ones, 40029 beyond those a day
 * (neither for the objection to an adjustment).
 */
export async function takeComplaintOf(deps: ComplaintsDeps, request: Request, call: Call): Promise<Complaint> {
  const before = await idempotentReplay(deps, deps.db, call)
  if (before !== undefined) return ownView(before, deps.clock.now())
  const subject = await mustBeOwn(deps, request, call)
  const at = deps.clock.now()
  const row = await deps.db.transaction().execute(async (tx) => {
    const { customerId, accountId } = call.session
    // Complaints of one customer come one after another.
    if ((await deps.accounts.hold(tx, { id: customerId, to: 'change' })) === undefined) throw refuse('customerNotFound')
    const first = await idempotentReplay(deps, tx, call)
    if (first !== undefined) return first
    await mustFit(deps, tx, { customerId, kind: request.kind, subject, at })
    const written = await write(deps, tx, { request, subject, call, at })
    if (request.chatId !== undefined)
      await deps.noteInChat(tx, { id: request.chatId, customerId, params: { no: noText(written.no), id: written.id } })
    await deps.enqueueNotices(tx, [receivedNotice(written, accountId)])
    return written
  })
  return ownView(row, at)
}

async function mustBeOwn(
  { subjectOf }: Pick<ComplaintsDeps, 'subjectOf'>,
  { kind, subjectId }: Request,
  { session: { customerId, accountId } }: Call,
): Promise<Subject | undefined> {
  const wrong = (reason: string): Error => refuse('dataIncomplete', { fields: [{ field: 'subjectId', reason }] })
  if (kind === 'account' || kind === 'other') {
    if (subjectId !== undefined) throw wrong('unknown')
    return undefined
  }
  if (subjectId === undefined && kind !== 'identification') throw wrong('missing')
  const subject = await subjectOf({ kind, id: subjectId, customerId, accountId })
  if (subject === undefined) throw refuse('notFound')
  return subject
}

/** Refuses beyond the limits. An objection is always taken: without it an announced adjustment would be carried out. */
async function mustFit(
  { limited }: Pick<ComplaintsDeps, 'limited'>,
  tx: ComplaintsDb,
  {
    customerId,
    kind,
    subject,
    at,
  }: { customerId: string; kind: ComplaintKind; subject: Subject | undefined; at: number },
): Promise<void> {
  const isObjection =
    kind === 'adjustment' && subject !== undefined && !(await hasObjected(tx, { customerId, adjustmentId: subject.id }))
  if (isObjection) return
  const { open, lately, oldestAt } = await countOwn(tx, { customerId, since: at - dayMs })
  if (open >= maxOpenComplaints) throw refuse('openLimitReached', { limit: 'complaints', max: maxOpenComplaints })
  if (limited && lately >= maxComplaintsADay)
    throw refuse('tooMany', { retryAfterS: Math.max(1, Math.ceil(((oldestAt ?? at) + dayMs - at) / 1000)) })
}

type Writing = { request: Request; subject: Subject | undefined; call: Call; at: number }

async function write(
  deps: ComplaintsDeps,
  tx: ComplaintsDb,
  { request, subject, call, at }: Writing,
): Promise<ComplaintRow> {
  const { customerId, accountId } = call.session
  const id = uuidV7(at)
  if (call.key !== undefined)
    await deps.ledger.remember(tx, {
      accountId,
      key: call.key,
      route: keyRoute,
      request: call.requestHash(),
      ref: id,
    })
  await insertComplaint(tx, {
    id,
    no: numbered(await nextNumber(tx)),
    customerId,
    kind: request.kind,
    subjectId: subject?.id ?? null,
    subjectNo: subject?.no ?? null,
    text: request.text,
    receivedAt: at,
    dueAt: dueAfter(at),
    chatId: request.chatId ?? null,
  })
  const row = await findComplaint(tx, { id })
  if (row === undefined) throw new Error('a complaint was not written')
  return row
}

/** The first response under this key; undefined for a new key, or none. Refuses 40028 another request under it. */
async function idempotentReplay(
  { ledger }: Pick<ComplaintsDeps, 'ledger'>,
  db: ComplaintsDb,
  call: Call,
): Promise<ComplaintRow | undefined> {
  if (call.key === undefined) return undefined
  const { accountId, customerId } = call.session
  const known = (await ledger.findKey({ accountId, key: call.key }, db)).find(({ route }) => route === keyRoute)
  if (known === undefined) return undefined
  if (!known.request.equals(call.requestHash())) throw refuse('keyReused')
  return findComplaint(db, { id: known.ref, customerId })
}
