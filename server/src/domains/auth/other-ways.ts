import type { SocialProvider } from '@evenhand/protocol/social.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import type { OtherWays } from './mail-templates.ts'
import { providerNames } from './social/linked-mail.ts'

/** What signs in to a customer's account besides the password: who vouches for it by name, and whether a passkey does. */
export async function findOtherWays(db: Db<'auth'>, customerId: string): Promise<OtherWays> {
  const { rows } = await sql<{ provider: SocialProvider }>`
    select distinct provider from auth.identities where customer_id = ${customerId} order by provider desc`.execute(db)
  const passkey = await db
    .selectFrom('auth.passkeys')
    .select('id')
    .where('customer_id', '=', customerId)
    .limit(1)
    .execute()
  return { providers: rows.map(({ provider }) => providerNames[provider]), passkeys: passkey.length > 0 }
}
