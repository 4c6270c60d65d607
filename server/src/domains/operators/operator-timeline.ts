import type { TimelineKind } from '@evenhand/protocol/customer-timeline.ts'
import { sql } from '../../kernel/db/db.ts'
import {
  numberForm,
  paramsOf,
  tableSource,
  type TimelineRequest,
  type TimelineSource,
} from '../../kernel/module/timeline.ts'
import type { OperatorsDb } from './operators.deps.ts'

const restricting = '^(user[.](restrict|allow)|customer[.](restrict|unrestrict|allow))'
const ofCourts = '^(customer[.](hold|release)|legalHold[.])'
/** Acts about what only the readers of a kind may know. */
const actionsOfKind: readonly (readonly [TimelineKind, string])[] = [
  ['deposit', '^deposit[.]'],
  ['withdrawal', '^withdrawal[.]'],
  ['identity', '^(kyc|fundReset)[.]'],
  ['complaint', '^complaint[.]'],
]

/** Acts of operators on a customer that are of some sort: by role and reason, the person is not named. */
const auditTimeline = (
  db: OperatorsDb,
  sortOf: (request: TimelineRequest) => { is: string | null; isNot: string | null },
): TimelineSource => ({
  idForm: numberForm,
  async read(request) {
    const { customerId, before, limit } = request
    const { is, isNot } = sortOf(request)
    // Acts are written to the millisecond.
    const ms = Math.ceil(before.us / 1000)
    const { rows } = await sql<{ seq: string; at: number; roles: string[]; act: string; reason: string }>`
      select a.seq::text as seq, a.at::float8 as at, a.roles, a.act, a.reason from operators.audit_entries a
      where a.customer_id = ${customerId} and (a.at, a.seq) < (${ms}::bigint, ${before.id ?? null}::bigint)
        and (${is}::text is null or a.act ~ ${is}) and (${isNot}::text is null or a.act !~ ${isNot})
      order by a.at desc, a.seq desc limit ${limit}`.execute(db)
    return rows.map(({ seq, at, roles, act, reason }) => ({
      us: at * 1000,
      id: seq,
      params: paramsOf({ act, reason, roles: roles.join(',') }),
    }))
  },
})

const noteTimeline = (db: OperatorsDb): TimelineSource =>
  tableSource<{ name: string; text: string }>(db, {
    from: sql`operators.notes t join operators.operators o on o.id = t.operator_id`,
    where: ({ customerId }) => sql`t.customer_id = ${customerId}`,
    at: sql`t.at`,
    columns: sql`o.name, t.text`,
    view: ({ name, text }) => ({ params: { operator: name, text } }),
  })

/** What operators did to a customer's account or viewed, and what they noted; as the role `console`. */
export const operatorTimeline = (db: OperatorsDb) => ({
  restriction: auditTimeline(db, () => ({ is: restricting, isNot: null })),
  access: auditTimeline(db, ({ kinds }) => ({
    is: null,
    isNot: [restricting, ofCourts, ...actionsOfKind.flatMap(([kind, form]) => (kinds.has(kind) ? [] : [form]))].join(
      '|',
    ),
  })),
  note: noteTimeline(db),
})
