import { hash, randomBytes } from 'node:crypto'
import { langOf } from '@evenhand/protocol/languages.ts'
import type { PgListener, PgListenerParams } from '../../kernel/db/pg-listener.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { CookieReader, Session } from '../../kernel/http/http.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { ipBucketOf } from '../../kernel/http/rate-limits.ts'
import type { Accounts, Customer } from '../accounts/index.ts'
import { fromAddresses } from '../../kernel/http/api-key.ts'
import { findApiKeys, storeKeyUses } from './api-keys/api-keys.store.ts'
import { plainNetworks } from './api-keys/plain-networks.ts'
import { isBlocked } from './auth.rules.ts'
import { deviceKey, traceOf } from './mask-caller.ts'
import { createSessionCache, type Kept } from './session-cache.ts'
import {
  announceChange,
  endBeyondMax,
  endSessions,
  findSessions,
  insertSession,
  sessionLife,
  storeUses,
  type Ending,
} from './sessions.store.ts'

export type Caller = { readonly ip: string; readonly userAgent: string }
/** A session that has just begun. Token and cookie are stored nowhere. */
export type Opened = { token: string; sessionId: string; newDevice: boolean }
export type Listen = (params: Pick<PgListenerParams, 'channel' | 'onMessage' | 'onGap'>) => PgListener
type Deps = { db: Db<'auth'>; accounts: Accounts; clock: Clock; listen?: Listen | undefined }
/** Called when sessions end, here or in another process; without an id it may be any of the customer's. */
export type EndListener = (ended: { customerId: string; sessionId: string | undefined }) => void

/** The cookie that a browser's session needs beside its token: a token that a script stole is worth nothing elsewhere. */
export const bindingCookie = 'evenhand'

/** A token is 256 random bits in base64url, an API key the same behind its mark; anything of another form has no session and is not looked up. */
const tokenForm = /^(?:evk_)?[A-Za-z0-9_-]{43}$/
const keyOf = (secret: string): string => hash('sha256', secret, 'base64')
const hashOf = (key: string): Buffer => Buffer.from(key, 'base64')
/** 256 random bits, as tokens, cookies and links are made. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
/** What is stored in the place of a secret. */
export const hashOfSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** Under which a customer's known network is kept: no address is stored, and no two customers' networks compare. */
export const networkKeyOf = (customerId: string, ip: string): Buffer =>
  hash('sha256', `${customerId} ${ipBucketOf(ip)}`, 'buffer')

const sessionOf = (id: string, customer: Customer): Session => ({
  id,
  customerId: customer.id,
  accountId: customer.accountId,
  country: customer.country,
  lang: langOf(customer.lang),
})

/** Reads sessions by the hashes of their tokens. Who is frozen or closed has none, whatever the table holds. */
const reader =
  ({ db, accounts, clock }: Deps) =>
  async (keys: readonly string[]): Promise<Map<string, Kept>> => {
    const hashes = keys.map(hashOf)
    const stored = await findSessions(db, hashes)
    // Most tokens are of sessions: the keys are looked up for what is left.
    const storedKeys = stored.length === keys.length ? [] : await findApiKeys(db, hashes)
    const found = await accounts.findMany([...new Set([...stored, ...storedKeys].map((row) => row.customerId))])
    const customers = new Map(found.map((customer) => [customer.id, customer]))
    const kept = new Map<string, Kept>()
    for (const { tokenHash, id, customerId, usedAt, endsAt, binding } of stored) {
      const customer = customers.get(customerId)
      if (customer === undefined || isBlocked(customer.status)) continue
      const session = sessionOf(id, customer)
      const bound = binding?.toString('base64') ?? ''
      kept.set(tokenHash.toString('base64'), { session, usedAt, storedUse: usedAt, endsAt, binding: bound })
    }
    for (const { keyHash, customerId, usedAt, expiresAt, ...key } of storedKeys) {
      const customer = customers.get(customerId)
      if (customer === undefined || isBlocked(customer.status)) continue
      const grant = { ...key, isFrom: fromAddresses(plainNetworks(key.addresses) ?? key.addresses) }
      // A key has no cookie, and does not end by lying idle.
      const session = { ...sessionOf(key.id, customer), key: grant }
      kept.set(keyHash.toString('base64'), {
        session,
        usedAt: clock.now(),
        storedUse: usedAt,
        endsAt: expiresAt,
        binding: '',
      })
    }
    return kept
  }

type Opening = { customer: Customer; caller: Caller; binding: string | undefined }

/** Opens a session inside the caller's transaction; `binding` is the cookie it shall need, if any. */
async function openSession(now: number, tx: Db<'auth'>, { customer, caller, binding }: Opening): Promise<Opened> {
  const token = newSecret()
  const sessionId = uuidV7(now)
  const { newDevice } = await insertSession(tx, {
    tokenHash: hashOf(keyOf(token)),
    id: sessionId,
    customerId: customer.id,
    createdAt: now,
    usedAt: now,
    endsAt: now + sessionLife.wholeMs,
    binding: binding === undefined ? null : hashOfSecret(binding),
    ip: caller.ip,
    userAgent: caller.userAgent,
    networkKey: networkKeyOf(customer.id, caller.ip),
    device: deviceKey(customer.id, traceOf(caller)),
  })
  await endBeyondMax(tx, customer.id)
  return { token, sessionId, newDevice }
}

/**
 * Sessions. Looked up on every call of the hot path, so they are kept in memory by the hash of their token: a known one
 * costs one SHA-256 and a map. Unknown ones that arrive together are read together. Ending a session removes it from the
 * table first and from memory at once after, and a read that was under way while it ended is read again. Other processes
 * are notified by the database; one that cannot listen reads every time.
 */
export function createSessions(deps: Deps) {
  const { db, clock } = deps
  const { notify, onEnded } = createListeners()
  let listener: PgListener | undefined
  const cache = createSessionCache({
    read: reader(deps),
    clock,
    idleMs: sessionLife.idleMs,
    isCurrent: () => deps.listen === undefined || listener?.isCurrent() === true,
  })
  const onMessage = (payload: string): void => {
    const [what, customerId = '', sessionId, key] = payload.split(' ')
    if (what === 'changed') cache.forgetCustomer(customerId)
    if (what !== 'ended') return
    if (key === undefined) cache.forgetCustomer(customerId)
    else cache.forget(key)
    notify({ customerId, sessionId })
  }
  return {
    /** The session of a token, for a caller that also has the cookie it is bound to. */
    find: (token: string, cookie?: CookieReader): Session | undefined | Promise<Session | undefined> =>
      tokenForm.test(token) ? cache.find(keyOf(token), () => keyOf(cookie?.(bindingCookie) ?? '')) : undefined,

    /** As `find`, without counting as a use: what only waits with a session keeps it no longer alive. */
    peek: (token: string, cookie?: CookieReader): Session | undefined | Promise<Session | undefined> =>
      tokenForm.test(token) ? cache.peek(keyOf(token), () => keyOf(cookie?.(bindingCookie) ?? '')) : undefined,

    open: (tx: Db<'auth'>, params: Opening) => openSession(clock.now(), tx, params),

    /** Ends sessions, at once here and within a second in every other process. Returns how many. */
    async end(params: Ending & { token?: string }): Promise<number> {
      const ended = await endSessions(db, params)
      if (params.token === undefined) cache.forgetCustomer(params.customerId)
      else cache.forget(keyOf(params.token))
      notify({ customerId: params.customerId, sessionId: params.one })
      return ended
    },
    /** Forgets what is in memory of a customer, as after a transaction that ended sessions. */
    forget(customerId: string): void {
      cache.forgetCustomer(customerId)
      notify({ customerId, sessionId: undefined })
    },
    /** Reads a customer's sessions anew at their next call, in every process, as after a change of country or language. */
    async refresh(customerId: string): Promise<void> {
      cache.forgetCustomer(customerId)
      await announceChange(db, customerId)
    },
    onEnded,

    /** Begins to listen for sessions that end in other processes; the returned function stops it. */
    startListening(): () => Promise<void> {
      listener = deps.listen?.({ channel: 'auth_sessions', onMessage, onGap: cache.forgetAll })
      return async () => {
        const open = listener
        listener = undefined
        await open?.close()
      }
    },

    /** Writes the last uses that are more than an hour newer than what is stored. */
    async storeUses(): Promise<void> {
      const uses = cache.takeUses()
      if (uses.length === 0) return
      const stored = uses.map(({ key, usedAt }) => ({ tokenHash: hashOf(key), usedAt }))
      try {
        await storeUses(db, stored)
        await storeKeyUses(db, stored)
      } catch (cause) {
        cache.returnUses(uses)
        throw cause
      }
    },
  }
}

function createListeners() {
  const listeners = new Set<EndListener>()
  return {
    notify: (ended: Parameters<EndListener>[0]): void => {
      for (const listener of listeners) listener(ended)
    },
    onEnded: (listener: EndListener): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>
