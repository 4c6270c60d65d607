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

/** Sign-ins of the last 90 days and the devices that they came from; networks are personal. */
export const authTimeline = (db: AuthDb) => ({ signIn: signInTimeline(db), device: deviceTimeline(db) })
