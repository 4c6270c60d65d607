import { randomBytes } from 'node:crypto'
import { maxApiKeys, type ApiKey, type KeyScope } from '@evenhand/protocol/api-keys.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { addressList } from '../../../kernel/http/api-key.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { refuse } from '../../../kernel/http/refusal.ts'
import { uuidV7 } from '../../../kernel/ids.ts'
import { badField } from '../auth.rules.ts'
import type { AuthDeps } from '../index.ts'
import { hashOfSecret } from '../sessions.ts'
import { isRunning } from '../sessions.store.ts'
import { warn } from '../warn.ts'
import { plainNetworks } from './plain-networks.ts'
import { endApiKey, insertApiKey, listApiKeys } from './api-keys.store.ts'

export type NewKeyRequest = {
  label: string
  scope: KeyScope
  virtualOnly: boolean
  addresses: readonly string[]
  days: number
}

/**
 * Makes a key and notifies its owner, in the app and by a mail with the link that freezes the account. Refuses 40038 beyond
 * ten keys, 40020 an address that is none, 401 where the session ended meanwhile. The key is returned here and kept nowhere.
 */
async function create(deps: AuthDeps, request: NewKeyRequest, call: Call): Promise<{ key: ApiKey; secret: string }> {
  const { db, accounts, clock } = deps
  const { customerId, accountId } = call.session
  const addresses = plainNetworks(request.addresses)
  if (addresses === undefined || addressList(addresses) === undefined) throw badField('addresses', 'malformed')
  const secret = `evk_${randomBytes(32).toString('base64url')}`
  const now = clock.now()
  const { days, ...terms } = request
  const key = {
    id: uuidV7(now),
    ...terms,
    addresses: [...new Set(addresses)],
    ending: secret.slice(-4),
    createdAt: now,
    expiresAt: now + days * dayMs,
  }
  await db.transaction().execute(async (tx) => {
    // Held, so that two callers do not both find room for the last key, and none is made while credentials change.
    const held = await accounts.hold(tx, { id: customerId, to: 'change' })
    if (held === undefined || !(await isRunning(tx, call.session))) throw refuse('sessionEnded')
    const own = await listApiKeys(tx, { customerId, now })
    if (own.length >= maxApiKeys) throw refuse('openLimitReached', { limit: 'apiKeys', max: String(maxApiKeys) })
    await insertApiKey(tx, { ...key, customerId, keyHash: hashOfSecret(secret) })
    const params = { label: key.label, scope: key.scope, account: key.virtualOnly ? 'VIRTUAL' : 'ANY' } as const
    const notice = { template: 'apikey.created', params } as const
    await deps.enqueueNotices?.(tx, [{ accountId, ...notice, ref: key.id }])
    await warn(deps, tx, { event: notice, call })
  })
  return { key: { ...key, usedAt: null }, secret }
}

/** The calls about a customer's API keys. */
export const createApiKeys = (deps: AuthDeps) => ({
  list: (_request: object, call: Call): Promise<ApiKey[]> =>
    listApiKeys(deps.db, { customerId: call.session.customerId, now: deps.clock.now() }),
  create: (request: NewKeyRequest, call: Call) => create(deps, request, call),
  /** Ends a key of the caller; refuses 40039 any other, whether it exists or not. */
  async revoke({ id }: { id: string }, call: Call): Promise<Record<string, never>> {
    const { customerId } = call.session
    if (!(await endApiKey(deps.db, { customerId, one: id }))) throw refuse('notFound')
    deps.sessions.forget(customerId)
    return {}
  },
})
