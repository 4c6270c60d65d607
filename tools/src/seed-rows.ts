import { createHash } from 'node:crypto'
import { virtualOpening } from '../../server/src/domains/ledger/index.ts'
import { uuidV7 } from '../../server/src/kernel/ids.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** What the rows of a run have in common. Accounts are `firstAccount` … `firstAccount + accounts - 1`. */
export type SeedParams = {
  accounts: number
  firstAccount: number
  firstEntry: number
  /** The ledger account that pays the opening balances. */
  capital: string
  at: Date
  termsVersion: string
  takenInvites: ReadonlySet<string>
  passwordHash: string | undefined
  sessions: number
  tokenOf: (index: number) => string
}

/** One table to load: its columns, how many rows, and each row as a line of COPY's text format, without the newline. */
export type Load = { table: string; columns: string; rows: number; line: (index: number) => string }

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
// The upper half of the codes, in order, so that the index is filled from left to right.
const firstInvite = 2 ** 29

/** Six letters of the invite alphabet, rising with the number. */
export function inviteCode(number: number): string {
  let code = ''
  for (let shift = 25; shift >= 0; shift -= 5) code += alphabet[(number >>> shift) & 31]
  return code
}

/** Everything customers have from their registration on, table by table in the order of their references. */
export function loadsOf(params: SeedParams): Load[] {
  const ids = Array.from({ length: params.accounts }, () => uuidV7(params.at.getTime()))
  const account = (index: number): number => params.firstAccount + index
  const at = params.at.toISOString()
  const opening = virtualOpening
  const load = (table: string, columns: string, line: Load['line']): Load => ({
    table,
    columns,
    rows: params.accounts,
    line,
  })
  const invites = freeInvites(params)
  return [
    load('ledger.accounts', 'id, name, opened_at', (n) => `${account(n)}\tuser:${ids[n]}\t${at}`),
    load(
      'ledger.balances',
      'account_id, asset, shard, free, held',
      (n) => `${account(n)}\t1\t0\t0\t0\n${account(n)}\t2\t0\t${opening}\t0`,
    ),
    load(
      'ledger.entries',
      'seq, at, kind, ref, owner, accounts, assets, amounts',
      (n) =>
        `${params.firstEntry + n}\t${at}\tvirtual.opening\t${ids[n]}\t${account(n)}\t{${account(n)},${params.capital}}\t{2,2}\t{${opening},-${opening}}`,
    ),
    load(
      'accounts.customers',
      'id, account_id, username, email, email_verified_at, country, lang, terms_version, terms_accepted_at, invite_code, created_at',
      (n) =>
        `${ids[n]}\t${account(n)}\tseed_${account(n)}\tseed_${account(n)}@seed.evenhand.example\t${at}\tSG\ten\t${params.termsVersion}\t${at}\t${invites()}\t${at}`,
    ),
    ...(params.passwordHash === undefined
      ? []
      : [load('auth.passwords', 'customer_id, hash, changed_at', (n) => `${ids[n]}\t${params.passwordHash}\t${at}`)]),
    {
      ...load('auth.sessions', 'token_hash, id, customer_id, created_at, used_at, ends_at', sessionLine(params, ids)),
      rows: params.sessions,
    },
  ]
}

function sessionLine(params: SeedParams, ids: readonly string[]): Load['line'] {
  const at = params.at.toISOString()
  const ends = new Date(params.at.getTime() + 90 * dayMs).toISOString()
  // Those who are signed in are spread over all customers.
  const step = params.sessions === 0 ? 1 : Math.floor(params.accounts / params.sessions)
  return (n) => {
    const tokenHash = createHash('sha256').update(params.tokenOf(n)).digest('hex')
    return `\\\\x${tokenHash}\t${uuidV7(params.at.getTime())}\t${ids[n * step]}\t${at}\t${at}\t${ends}`
  }
}

function freeInvites(params: SeedParams): () => string {
  let next = firstInvite + params.firstAccount
  return () => {
    while (params.takenInvites.has(inviteCode(next))) next += 1
    return inviteCode(next++)
  }
}
