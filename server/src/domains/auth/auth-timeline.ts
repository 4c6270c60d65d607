import { msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { momentOf, paramsOf, tableSource, type TimelineSource } from '../../kernel/module/timeline.ts'

type AuthDb = Db<'auth'>

const signInTimeline = (db: AuthDb): TimelineSource =>
  tableSource<{ outcome: string; place: string; browser: string | null; system: string | null; new_device: boolean }>(
    db,
    {
      from: sql`auth.sign_ins t`,
      where: ({ customerId }) => sql`t.customer_id = ${customerId}`,
      at: sql`t.at`,
      columns: sql`t.outcome, t.place, t.browser, t.system, t.new_device`,
      view: (row) => ({
        params: paramsOf({
          outcome: row.outcome,
          browser: row.browser,
          system: row.system,
          newDevice: row.new_device ? 'yes' : 'no',
        }),
        personal: { place: row.place },
      }),
    },
  )

/** A device is known by a hash alone: of its rows the customer has a few, so they need no order of their own. */
const deviceTimeline = (db: AuthDb): TimelineSource => ({
  idForm: /^[0-9a-f]{64}$/,
  async read({ customerId, before, limit }) {
    const { rows } = await sql<{ us: number; id: string; seen_at: Date }>`
      select (extract(epoch from first_seen_at) * 1000000)::float8 as us, encode(device, 'hex') as id, seen_at
      from auth.devices
      where customer_id = ${customerId}
        and (first_seen_at, device) < (${momentOf(before.us)}, decode(${before.id ?? null}::text, 'hex'))
      order by first_seen_at desc, device desc limit ${limit}`.execute(db)
    return rows.map(({ us, id, seen_at: seenAt }) => ({
      us,
      id,
      params: { mark: id.slice(0, 8), seenAt: String(msOf(seenAt)) },
    }))
  },
})

/** A key is two rows once it is revoked, each with an id of its own. */
const apiKeyTimeline = (db: AuthDb): TimelineSource =>
  tableSource<{ step: string; label: string; ending: string; scope: string; virtual_only: boolean; ends: Date }>(db, {
    from: sql`(
      select k.id, k.customer_id, k.created_at as at, 'MADE' as step, k.label, k.ending, k.scope, k.virtual_only, k.expires_at as ends
      from auth.api_keys k
      union all
      select md5(k.id || ' revoked')::uuid, k.customer_id, k.revoked_at, 'REVOKED', k.label, k.ending, k.scope, k.virtual_only, k.expires_at
      from auth.api_keys k where k.revoked_at is not null) t`,
    where: ({ customerId }) => sql`t.customer_id = ${customerId}`,
    at: sql`t.at`,
    columns: sql`t.step, t.label, t.ending, t.scope, t.virtual_only, t.ends`,
    view: (row) => ({
      params: paramsOf({
        step: row.step,
        label: row.label,
        ending: row.ending,
        scope: row.scope,
        account: row.virtual_only ? 'VIRTUAL' : 'BOTH',
        endsAt: msOf(row.ends),
      }),
    }),
  })

/** Sign-ins of the last 90 days, the devices that they came from, and API keys made and revoked; networks are personal. */
export const authTimeline = (db: AuthDb) => ({
  signIn: signInTimeline(db),
  device: deviceTimeline(db),
  apiKey: apiKeyTimeline(db),
})
