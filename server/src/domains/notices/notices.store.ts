import type { NoticeCategory, Notification } from '@evenhand/protocol/notices.ts'
import { maxNotices } from '@evenhand/protocol/notices.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import type { NotificationParams } from '../../kernel/module/notification.ts'
import type { NotificationCatalogue } from './notification-catalogue.ts'

export type NoticesDb = Db<'notices'>
/** Params as a row keeps them: nothing undefined is left. */
export type StoredParams = Readonly<Record<string, string | number>>
/** Rows of notices, and how those of each template are shown. */
type Shown = { db: NoticesDb; catalogue: NotificationCatalogue }
export type NewNotice = {
  accountId: bigint
  id: string
  template: string
  params: NotificationParams
  /** What it is about: one event is handled once. */
  ref: string
}
/** A notice as it is kept; epoch ms. */
export type StoredNotice = Pick<NewNotice, 'accountId' | 'id' | 'template' | 'params'> & { createdAt: number }
/** A notice that is written now, and whether it shows. */
type Written = { id: string; muted: boolean }
type Row = {
  accountId: bigint
  id: string
  template: string
  params: Record<string, string | number>
  createdAt: Date
  readAt: Date | null
}

const columns = sql`account_id as "accountId", id, template, params, created_at as "createdAt", read_at as "readAt"`

const noticeOf = (
  catalogue: NotificationCatalogue,
  { id, template, params, createdAt, readAt }: Row,
): Notification => ({
  id,
  category: catalogue.categoryOf({ template, params }),
  templateKey: template,
  params,
  link: catalogue.specOf(template).link(params),
  createdAt: msOf(createdAt),
  ...(readAt === null ? {} : { readAt: msOf(readAt) }),
})

/** Writes notices, each event once; those of a category that its customer has muted show nowhere. Returns what was written. */
export async function insertNotices(
  { db, catalogue }: Shown,
  notices: readonly NewNotice[],
  at: number,
): Promise<readonly Written[]> {
  const given = JSON.stringify(
    notices.map(({ accountId, id, template, params, ref }) => ({
      account_id: String(accountId),
      id,
      template,
      category: catalogue.categoryOf({ template, params }),
      params,
      ref,
    })),
  )
  const { rows } = await sql<Written>`
    insert into notices.notices (account_id, id, template, category, params, ref, muted, created_at)
    select n.account_id, n.id, n.template, n.category, n.params, n.ref, coalesce(not p.in_app, false), ${dateOf(at)}
    from jsonb_to_recordset(${given}::jsonb)
      as n(account_id bigint, id uuid, template text, category text, params jsonb, ref text)
    left join notices.preferences p using (account_id, category)
    order by n.account_id, n.id
    on conflict do nothing
    returning id, muted`.execute(db)
  return rows
}

export type Listing = {
  accountId: bigint
  cat?: NoticeCategory | undefined
  unread?: boolean | undefined
  page: number
  size: number
}

/** A page of the notices that show, the newest first, and how many there are. */
export async function listNotices(
  { db, catalogue }: Shown,
  options: Listing,
): Promise<{ rows: Notification[]; total: number }> {
  const wanted = sql`account_id = ${options.accountId} and not muted
    and (${options.cat ?? null}::text is null or category = ${options.cat ?? null})
    and (${options.unread ?? null}::boolean is null or (read_at is null) = ${options.unread ?? null})`
  const { rows } = await sql<Row>`select ${columns} from notices.notices where ${wanted}
    order by id desc limit ${options.size} offset ${(options.page - 1) * options.size}`.execute(db)
  const counted = await sql<{ n: number }>`select count(*)::int as n from notices.notices where ${wanted}`.execute(db)
  return { rows: rows.map((row) => noticeOf(catalogue, row)), total: counted.rows[0]?.n ?? 0 }
}

/** Notices by their ids, and how many are unread, of each account. */
export async function noticesFor({ db, catalogue }: Shown, ids: readonly string[], accountIds: readonly bigint[]) {
  const found = await sql<Row>`select ${columns} from notices.notices
    where account_id = any (${accountIds}::bigint[]) and id = any (${ids}::uuid[])`.execute(db)
  const counts = await sql<{ accountId: bigint; n: number }>`
    select account_id as "accountId", count(*)::int as n from notices.notices
    where account_id = any (${accountIds}::bigint[]) and read_at is null and not muted group by 1`.execute(db)
  return {
    notices: new Map(found.rows.map((row) => [row.id, noticeOf(catalogue, row)])),
    unread: new Map(counts.rows.map(({ accountId, n }) => [accountId, n])),
  }
}

/** How many of the notices that show are unread. */
export async function countUnread(db: NoticesDb, accountId: bigint): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from notices.notices where account_id = ${accountId} and read_at is null and not muted`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Marks notices as read; false, and nothing is marked, where one of them is not the customer's. */
export async function markRead(db: NoticesDb, options: { accountId: bigint; ids: readonly string[]; at: number }) {
  const ids = [...new Set(options.ids)]
  const { rows } = await sql<{ known: number }>`
    with known as (
      select id from notices.notices where account_id = ${options.accountId} and id = any (${ids}::uuid[]) and not muted
    ), marked as (
      update notices.notices set read_at = ${dateOf(options.at)}
      where account_id = ${options.accountId} and id = any (${ids}::uuid[]) and read_at is null
        and (select count(*) from known) = ${ids.length}
    )
    select count(*)::int as known from known`.execute(db)
  return rows[0]?.known === ids.length
}

/** Marks all that came up to a notice as read, or all there are. */
export async function markAllRead(db: NoticesDb, options: { accountId: bigint; upTo: string | undefined; at: number }) {
  await sql`update notices.notices set read_at = ${dateOf(options.at)}
    where account_id = ${options.accountId} and read_at is null and not muted
      and (${options.upTo ?? null}::uuid is null or id <= ${options.upTo ?? null}::uuid)`.execute(db)
}

/** Deletes the oldest beyond those that are kept, of accounts that were written to. */
export async function trimNotices(db: NoticesDb, accountIds: readonly bigint[]): Promise<void> {
  await sql`delete from notices.notices n using (
      select one.account_id, (select m.id from notices.notices m where m.account_id = one.account_id
        order by m.id desc offset ${maxNotices - 1} limit 1) as oldest
      from unnest(${accountIds}::bigint[]) as one(account_id)
    ) kept where n.account_id = kept.account_id and n.id < kept.oldest`.execute(db)
}
