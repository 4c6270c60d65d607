import { hash, randomBytes } from 'node:crypto'
import { langOf } from '@evenhand/protocol/languages.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db.ts'
import type { Session } from '../../kernel/http.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { placeOf } from '../../kernel/limits.ts'
import type { Accounts, Customer } from '../accounts/index.ts'
import { createSessionCache, type Kept } from './session-cache.ts'
import {
  deleteSession,
  deleteSessionsOf,
  findSessions,
  insertSession,
  sessionLife,
  storeUses,
} from './sessions.store.ts'

export type Caller = { readonly ip: string; readonly userAgent: string }
type Deps = { db: Db<'auth'>; accounts: Accounts; clock: Clock }

/** A token is 256 random bits in base64url; anything of another form is nobody's and asks nothing of the database. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/
const keyOf = (token: string): string => hash('sha256', token, 'base64')
const hashOf = (key: string): Buffer => Buffer.from(key, 'base64')

/** Under which a customer's own network place is kept: no address is stored, and no two customers' places compare. */
export const placeKey = (customerId: string, ip: string): Buffer =>
  hash('sha256', `${customerId} ${placeOf(ip)}`, 'buffer')

const sessionOf = (id: string, customer: Customer): Session => ({
  id,
  customerId: customer.id,
  accountId: customer.accountId,
  country: customer.country,
  lang: langOf(customer.lang),
})

/**
 * Sessions. Looked up on every call of the hot path, so they are kept in memory by the hash of their token: a known one
 * costs one SHA-256 and a map. Unknown ones that arrive together are read together. Ending a session removes it from the
 * table first and from memory at once after, and a read that was under way while it ended is read again.
 */
export function createSessions({ db, accounts, clock }: Deps) {
  const read = async (keys: readonly string[]): Promise<Map<string, Kept>> => {
    const stored = await findSessions(db, keys.map(hashOf))
    const customers = new Map(
      (await accounts.findMany([...new Set(stored.map((row) => row.customerId))])).map((customer) => [
        customer.id,
        customer,
      ]),
    )
    return new Map(
      stored.flatMap((row) => {
        const customer = customers.get(row.customerId)
        if (customer === undefined) return []
        return [
          [
            row.tokenHash.toString('base64'),
            { session: sessionOf(row.id, customer), usedAt: row.usedAt, storedUse: row.usedAt, endsAt: row.endsAt },
          ],
        ]
      }),
    )
  }
  const cache = createSessionCache({ read, clock, idleMs: sessionLife.idleMs })
  return {
    find: (token: string): Session | undefined | Promise<Session | undefined> =>
      tokenForm.test(token) ? cache.find(keyOf(token)) : undefined,

    /** Opens a session inside the caller's transaction or on its own; answers its token, which is stored nowhere. */
    async open(tx: Db<'auth'>, of: { customer: Customer; caller: Caller }): Promise<string> {
      const token = randomBytes(32).toString('base64url')
      const now = clock.now()
      const { customer, caller } = of
      await insertSession(tx, {
        tokenHash: hashOf(keyOf(token)),
        id: uuidV7(now),
        customerId: customer.id,
        createdAt: now,
        usedAt: now,
        endsAt: now + sessionLife.wholeMs,
        ip: caller.ip,
        userAgent: caller.userAgent,
        place: placeKey(customer.id, caller.ip),
      })
      return token
    },

    async end(token: string): Promise<void> {
      const key = keyOf(token)
      await deleteSession(db, hashOf(key))
      cache.forget(key)
    },
    /** Ends every session of a customer, as after a change of a credential. */
    async endAllOf(customerId: string): Promise<void> {
      await deleteSessionsOf(db, customerId)
      cache.forgetCustomer(customerId)
    },
    /** Reads a customer's sessions anew at their next call, as after a change of country or language. */
    refresh: (customerId: string): void => cache.forgetCustomer(customerId),

    /** Writes the last uses that are more than an hour newer than what is stored. */
    async storeUses(): Promise<void> {
      const uses = cache.takeUses()
      if (uses.length > 0)
        await storeUses(
          db,
          uses.map(({ key, usedAt }) => ({ tokenHash: hashOf(key), usedAt })),
        )
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>
