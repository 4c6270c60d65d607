import { withinBound } from '../../kernel/db/query-timeout.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import type { Progress } from '../../kernel/jobs/verification.ts'
import { auditBooks, bookChecks, type Finding } from './audit-books.ts'
import { auditSigned, type SignedRow } from './audit-signed.ts'
import type { EntryCause, HeldCause, HoldCause, LedgerRule, Select, SignedCause } from './entry-causes.ts'

export type CauseFinding = { at: string; expected?: string; found: string }
export type CausesAudited = { compared: number; findings: CauseFinding[] }
/** What products declare about the entries and holds that they cause. */
export type Causes = {
  readonly entries: readonly EntryCause[]
  readonly holds: readonly HoldCause[]
  readonly held: readonly HeldCause[]
  readonly rules: readonly LedgerRule[]
  readonly signed?: readonly SignedCause[]
}

/** How long one comparison may take, and a little more than the server gives it. */
const statementMs = 1_810_000

/** Findings that each comparison names at most. */
const named = sql.lit(20)

type RequestedCause = EntryCause & { requested: Select }
const isRequested = (cause: EntryCause): cause is RequestedCause => 'requested' in cause

/** Entries against the rows that request them: without a row, other than the row states, and rows without an entry. */
function entriesAgainstRows(causes: readonly RequestedCause[]): Select {
  const requested = causes.map(
    (one) => sql`select ${sql.lit(one.kind)}::text as kind, row.* from (${one.requested}) row`,
  )
  const kinds = sql.join(causes.map(({ kind }) => sql.lit(kind)))
  return sql`
    select concat_ws(', ', requested.label, 'entry ' || moved.seq, coalesce(requested.kind, moved.kind), coalesce(requested.ref, moved.ref)) as at,
      case when requested.label is null then 'nothing that asks for it'
        else format('entry %s: accounts %s, assets %s, amounts %s', requested.entry, requested.accounts, requested.assets, requested.amounts) end as expected,
      case when moved.seq is null then 'no entry'
        else format('entry %s: accounts %s, assets %s, amounts %s', moved.seq, moved.accounts, moved.assets, moved.amounts) end as found
    from (${sql.join(requested, sql` union all `)}) requested
    full join (select seq, kind, ref, accounts, assets, amounts from ledger.entries where kind in (${kinds})) moved
      on moved.ref = requested.ref and moved.kind = requested.kind
    where coalesce(requested.entry, moved.seq) is distinct from moved.seq or requested.accounts is distinct from moved.accounts
      or requested.assets is distinct from moved.assets or requested.amounts is distinct from moved.amounts
    order by moved.seq nulls first limit ${named}`
}

/** More than one entry for the same reason. */
const repeatedEntries = (causes: readonly RequestedCause[]): Select => sql`
  select concat_ws(', ', format('entry %s', max(seq)), kind, ref) as at, format('%s entries of one cause', count(*)) as found
  from ledger.entries where kind in (${sql.join(causes.map(({ kind }) => sql.lit(kind)))})
  group by kind, ref having count(*) > 1 order by max(seq) limit ${named}`

/** Entries of a kind that no product writes. */
const strangeKinds = (causes: readonly EntryCause[]): Select => sql`
  select format('entry %s, %s', min(seq), kind) as at, 'a kind of entry that nothing writes' as found
  from ledger.entries where kind not in (${sql.join(causes.map(({ kind }) => sql.lit(kind)))})
  group by kind order by min(seq) limit ${named}`

/** The one customer of each entry stands on it as its owner, so that it is in that customer's statement and in no other. */
const otherOwners: Select = sql`
  select concat_ws(', ', format('entry %s', e.seq), e.kind, e.ref) as at, format('owner %s', e.owner) as found
  from ledger.entries e left join ledger.accounts a on a.id = e.owner
  where (e.owner is not null and (not e.owner = any (e.accounts) or coalesce(a.name, '') not like 'user:%'))
    or exists (select from unnest(e.accounts) line(id) where line.id is distinct from e.owner
      and not exists (select from ledger.accounts h where h.id = line.id and h.name not like 'user:%'))
  order by e.seq limit ${named}`

/** Holds against what holds them. */
const holdsAgainstRows = (holds: readonly HoldCause[]): Select => sql`
  select coalesce(requested.label, format('hold %s', h.id)) as at,
    case when requested.label is null then 'nothing that holds it'
      else format('account %s, asset %s: %s', requested.account_id, requested.asset, requested.amount) end as expected,
    case when h.id is null then 'no hold' else format('account %s, asset %s: %s', h.account_id, h.asset, h.amount) end as found
  from (${sql.join(
    holds.map(({ requested }) => requested),
    sql` union all `,
  )}) requested full join ledger.holds h on h.id = requested.id
  where (requested.account_id, requested.asset, requested.amount) is distinct from (h.account_id, h.asset, h.amount)
  limit ${named}`

/**
 * Compares every entry with what requested it and every hold with what holds it, in both directions, and what was signed with
 * the rows that it was signed over. The database joins and
 * sorts on its disk, so that memory is bounded however many there are; each comparison is one statement and sees one moment.
 */
export async function auditCauses(
  db: Db<'ledger'>,
  { entries, holds, rules, signed = [] }: Causes,
  progress: Progress = { done: 0, total: 0 },
): Promise<CausesAudited> {
  const requested = entries.filter(isRequested)
  const read = <T>(statement: Select): Promise<T[]> => withinBound(statementMs, () => readOne<T>(statement))
  const readOne = <T>(statement: Select): Promise<T[]> =>
    db
      .transaction()
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql`set local statement_timeout = '30min'`.execute(tx)
        return (await statement.execute(tx)).rows as T[]
      })
  const findings: CauseFinding[] = []
  const statements = [
    holdsAgainstRows(holds),
    entriesAgainstRows(requested),
    repeatedEntries(requested),
    strangeKinds(entries),
    otherOwners,
    ...entries.flatMap((cause) => ('wrong' in cause ? [cause.wrong] : [])),
    ...rules.map(({ wrong }) => wrong),
  ]
  progress.total += statements.length + signed.length
  for (const statement of statements) {
    findings.push(...(await read<CauseFinding>(statement)))
    progress.done += 1
  }
  for (const cause of signed) {
    for (const row of await read<SignedRow>(cause.signed)) findings.push(...(await auditSigned(row)))
    progress.done += 1
  }
  const [counted] = await read<{ compared: number }>(sql`select count(*)::float8 as compared from ledger.entries`)
  return {
    compared: counted?.compared ?? 0,
    findings: findings.map(({ at, expected, found }) => ({
      at,
      ...(expected === undefined ? {} : { expected }),
      found,
    })),
  }
}

/** A promise about the books, as `Finding`; `detail` states about each row that breaks it where it is and what differs. */
export type WholeFinding = Omit<Finding, 'detail'> & { detail: { at: string; expected?: string; found?: string }[] }

/**
 * Every promise about the books, the causes of entries and holds among them: what operators and the command request.
 * `progress` counts comparisons.
 */
export async function auditWhole(
  db: Db<'ledger'>,
  causes: Causes,
  progress: Progress = { done: 0, total: 0 },
): Promise<WholeFinding[]> {
  progress.total = bookChecks
  const added = await auditBooks({ db, held: causes.held }, progress)
  const { findings: detail } = await auditCauses(db, causes, progress)
  const statement = 'every entry and every hold is what a row of a product asks for'
  return [
    ...added.map((finding) => ({ ...finding, detail: finding.detail.map((at) => ({ at })) })),
    { invariant: 'I9', statement, ok: detail.length === 0, detail },
  ]
}
