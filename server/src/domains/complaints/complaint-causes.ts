import { complaintBusinessDays } from '@evenhand/protocol/complaints.ts'
import { sql } from '../../kernel/db/db.ts'
import { goneSubjects, type Causes } from '../ledger/index.ts'

/** How long after the time that a step states its row, its id or its audit entry may have been written. */
const writtenWithin = sql`interval '1 minute'`

const stepAt = (status: string) =>
  sql`(select s.at from complaints.steps s where s.complaint_id = c.id and s.status = ${sql.lit(status)})`

/** The last millisecond of the last business day, as `dueAfter` counts it. */
const due = sql`(select (max(b.day) + interval '1 day' - interval '1 millisecond') at time zone 'UTC'
  from (select d.day from generate_series((c.received_at at time zone 'UTC')::date::timestamp + interval '1 day',
    (c.received_at at time zone 'UTC')::date::timestamp + interval '60 days', interval '1 day') d(day)
    where extract(isodow from d.day) < 6 order by d.day limit ${sql.lit(complaintBusinessDays)}) b)`

const answeredEntry = sql`(select to_timestamp(a.at / 1000.0) from operators.audit_entries a
  where a.act = 'complaint.answer' and a.subject = 'complaint:' || c.id order by a.seq limit 1)`

/**
 * Complaints whose dates, which the public waits are counted from, are not those of their steps, of their ids and of the
 * sealed audit entries. The id of a complaint holds its time, or a later one.
 */
const otherDates = sql`
  select 'complaint ' || c.id as at, 'other than was said' as found from complaints.complaints c
  where c.received_at is distinct from ${stepAt('RECEIVED')} or c.received_at > uuid_extract_timestamp(c.id) + interval '1 second'
    or c.due_at is distinct from ${due}
    or c.answered_at is distinct from ${stepAt('ANSWERED')}
    or (c.answered_at is not null
      and coalesce(${answeredEntry} not between c.answered_at - ${writtenWithin} and c.answered_at + ${writtenWithin}, true))
  order by c.received_at limit 20`

/** The audit entry of a complaint, which the log has sealed. */
const entryOf = (act: string) => sql`(select a.operator_id, to_timestamp(a.at / 1000.0) as at, a.after::jsonb as after
  from operators.audit_entries a where a.act = ${sql.lit(act)} and a.subject = 'complaint:' || c.id order by a.seq limit 1)`

/**
 * Complaints that another operator took or answered than the sealed audit entries state, at another time, or with another finding or
 * text. Upheld or not decides whether an announced adjustment is carried out.
 */
const otherHands = sql`
  select 'complaint ' || c.id as at, 'other than was said' as found from complaints.complaints c
  left join lateral ${entryOf('complaint.take')} taken on true
  left join lateral ${entryOf('complaint.answer')} answered on true
  where (c.taken_by, c.answered_by, c.finding, c.answer) is distinct from
      (taken.operator_id, answered.operator_id, answered.after ->> 'finding', answered.after ->> 'answer')
    or (c.taken_by is null) <> (${stepAt('INVESTIGATING')} is null)
    or ${stepAt('INVESTIGATING')} not between taken.at - ${writtenWithin} and taken.at + ${writtenWithin}
  order by c.received_at limit 20`

/** Complaints that operators worked on are there, and every one has the dates, operators and findings it had. */
export const complaintCauses: Causes = {
  entries: [],
  holds: [],
  held: [],
  rules: [{ wrong: otherDates }, { wrong: otherHands }, goneSubjects('complaint', 'complaints.complaints')],
}
