import { sql, type Db } from '../../kernel/db/db.ts'

export type Settings = { lang: string; colorScheme: string; riseColor: string }

/** Changes the settings that are named and returns all three; undefined where there is no such customer. */
export async function updateSettings(
  db: Db<'accounts'>,
  { customerId, ...settings }: { customerId: string } & { [K in keyof Settings]?: Settings[K] | undefined },
): Promise<Settings | undefined> {
  const rows = await sql<Settings>`
    update accounts.customers set lang = coalesce(${settings.lang ?? null}, lang),
      color_scheme = coalesce(${settings.colorScheme ?? null}, color_scheme),
      rise_color = coalesce(${settings.riseColor ?? null}, rise_color)
    where id = ${customerId}
    returning lang, color_scheme as "colorScheme", rise_color as "riseColor"`.execute(db)
  return rows.rows[0]
}
