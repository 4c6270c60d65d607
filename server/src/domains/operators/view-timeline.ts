import { automaticReasons } from '@evenhand/protocol/automatic-reasons.ts'
import {
  timelineKinds,
  timelineReaders,
  type TimelineKind,
  type TimelineRow,
} from '@evenhand/protocol/customer-timeline.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { SourceRow, TimelineRequest } from '../../kernel/module/timeline.ts'
import type { ConsoleDeps } from './console.deps.ts'
import { recordAccess } from './access-log.ts'

type TimelineSources = ConsoleDeps['timeline']
type Request = {
  id: string
  kind?: TimelineKind | undefined
  cursor?: string | undefined
  size?: number | undefined
  /** Why personal data is to be seen in full; masked without. */
  reason?: string | undefined
}
type Found = SourceRow & { readonly kind: TimelineKind }

const usualSize = 50
/** Later than anything that is kept, in microseconds: the beginning of the list. */
const beginning = { us: 9e15, kind: 0, id: undefined }

/**
 * One page of a customer's timeline, newest first, of the kinds that the caller's roles may read. Each source reads a page
 * at most. Rows are ordered by time, kind and id, so a page that is requested again by its cursor is the same page. Refuses
 * 40039, 10008 for a kind of other roles, and 40020 for a cursor that no response named.
 */
export async function viewTimeline(deps: ConsoleDeps, request: Request, call: OperatorCall) {
  const customer = await deps.findCustomer(request.id)
  if (customer === undefined) throw refuse('notFound')
  const kinds = timelineKinds.filter((kind) => timelineReaders[kind].some((role) => call.operator.roles.includes(role)))
  if (request.kind !== undefined && !kinds.includes(request.kind)) throw refuse('accountRestricted', { reason: 'ROLE' })
  const from = positionOf(deps.timeline, request.cursor)
  await recordAccess(deps, { call, entry: accessOf(request) })
  const size = request.size ?? usualSize
  const found = await Promise.all(
    (request.kind === undefined ? kinds : [request.kind]).map(async (kind) => {
      const before = beforeOf(from, kind)
      const options = { customerId: customer.id, accountId: customer.accountId, kinds: new Set(kinds), before }
      const rows = await deps.timeline[kind]?.read({ ...options, limit: size + 1 })
      return (rows ?? []).map((row): Found => ({ ...row, kind }))
    }),
  )
  const rows = found.flat().toSorted(newestFirst)
  const shown = rows.slice(0, size)
  const last = rows.length > size ? shown.at(-1) : undefined
  return {
    rows: shown.map((row) => wireRow(row, request.reason !== undefined)),
    next: last === undefined ? null : `${last.us}_${last.kind}_${last.id}`,
    kinds,
  }
}

const accessOf = ({ id, reason }: Request) =>
  reason === undefined
    ? { act: 'user.look', subject: `user:${id}`, customerId: id, reason: automaticReasons.customerPage }
    : { act: 'user.reveal', subject: `user:${id}`, customerId: id, reason }

type Cursor = { readonly us: number; readonly kind: number; readonly id: string | undefined }
const rankOf = (kind: TimelineKind): number => timelineKinds.indexOf(kind)

function positionOf(sources: TimelineSources, cursor: string | undefined): Cursor {
  if (cursor === undefined) return beginning
  const [us = '', name = '', id = ''] = cursor.split('_')
  const kind = timelineKinds.find((one) => one === name)
  if (kind === undefined || Number(us) > beginning.us || sources[kind]?.idForm.test(id) !== true)
    throw refuse('dataIncomplete', { fields: [{ field: 'cursor', reason: 'malformed' }] })
  return { us: Number(us), kind: rankOf(kind), id }
}

/** Where a kind goes on: of the same moment, kinds that come later in the order are still to be shown. */
function beforeOf(cursor: Cursor, kind: TimelineKind): TimelineRequest['before'] {
  const rank = rankOf(kind)
  if (cursor.id !== undefined && rank === cursor.kind) return { us: cursor.us, id: cursor.id }
  return { us: cursor.id !== undefined && rank > cursor.kind ? cursor.us + 1 : cursor.us, id: undefined }
}

function newestFirst(a: Found, b: Found): number {
  if (a.us !== b.us) return b.us - a.us
  if (a.kind !== b.kind) return rankOf(a.kind) - rankOf(b.kind)
  // Within a kind the source's own order stays, which the sort keeps.
  return 0
}

const wireRow = ({ us, kind, id, params, personal = {} }: Found, revealed: boolean): TimelineRow => ({
  at: Math.floor(us / 1000),
  kind,
  id,
  params: {
    ...params,
    ...Object.fromEntries(
      Object.entries(personal).map(([name, value]) => [name, revealed ? value : maskedText(value)]),
    ),
  },
})

/** Enough to recognise, too little to use: the beginning, and of what is long the end. */
export const maskedText = (text: string): string =>
  text.length > 20 ? `${text.slice(0, 4)}•••${text.slice(-4)}` : `${text.slice(0, Math.min(4, text.length >> 1))}•••`
