import type { EngineAccount } from '@evenhand/proofs/contracts/engine/book.ts'
import { binaryArray } from '../../../kernel/db/binary-array.ts'
import { sql, type Db } from '../../../kernel/db/db.ts'
import { accountOfKey } from './account-of-key.ts'

/** What open positions of an account may still lose of its free balance, and what it owes. */
export const riskOf = ({ floating, debt }: EngineAccount): bigint => (floating < 0n ? -floating : 0n) + debt

/** What the database holds of an account: its risk, and the rest as one text. */
export type Noted = { risk: bigint; state: string }
/** What an account owes, was warned of, and closes next. */
export const stateOf = ({ debt, warned, closingOut }: EngineAccount): string =>
  `${debt} ${warned} ${closingOut?.id} ${closingOut?.afterSeq}`

/** Keeps what accounts owe and were warned of, and what those whose risk `moved` may still lose. */
export async function noteAccounts(
  db: Db<'contracts'>,
  accounts: readonly EngineAccount[],
  moved: (account: EngineAccount) => boolean,
): Promise<void> {
  if (accounts.length === 0) return
  const keys = accounts.map(accountOfKey)
  const { bigint, smallint, uuid } = binaryArray
  await sql`select contracts.note_accounts(row(${bigint(keys.map(({ id }) => id))}::bigint[],
    ${smallint(keys.map(({ asset }) => asset))}::smallint[], ${bigint(accounts.map(({ debt }) => debt))}::bigint[],
    ${smallint(accounts.map(({ warned }) => (warned === null ? null : Number(warned))))}::smallint[],
    ${uuid(accounts.map(({ closingOut }) => closingOut?.id ?? null))}::uuid[],
    ${bigint(accounts.map(({ closingOut }) => closingOut?.afterSeq ?? null))}::bigint[],
    ${bigint(accounts.map((account) => (moved(account) ? riskOf(account) : null)))}::bigint[])::contracts.noted_accounts)`.execute(
    db,
  )
}
