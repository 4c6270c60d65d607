import { sql, type Db } from '../../kernel/db/db.ts'

export type Look = { lang: string; colorScheme: string; riseColor: string }

/** Changes the settings that are named and answers all three; undefined where there is no such customer. */
export async function updateSettings(
  db: Db<'accounts'>,
  { customerId, ...look }: { customerId: string } & { [K in keyof Look]?: Look[K] | undefined },
): Promise<Look | undefined> {
  const rows = await sql<Look>`
    update accounts.customers set lang = coalesce(${look.lang ?? null}, lang),
      color_scheme = coalesce(${look.colorScheme ?? null}, color_scheme),
      rise_color = coalesce(${look.riseColor ?? null}, rise_color)
    where id = ${customerId}
    returning lang, color_scheme as "colorScheme", rise_color as "riseColor"`.execute(db)
  return rows.rows[0]
}
