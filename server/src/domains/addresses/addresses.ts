import {
  addressCodeFor,
  addressLimits,
  shortAddress,
  type addAddress,
  type updateAddress,
  type WithdrawalAddress,
} from '@evenhand/protocol/addresses.ts'
import { fundNetworks, methodOf, type FundCoin, type FundNetwork } from '@evenhand/protocol/funds.ts'
import type * as z from 'zod/mini'
import type { Db } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { JobSpec } from '../../kernel/module/module.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import {
  activate as markActive,
  deleteAddress,
  findAddress,
  findBook,
  findDue,
  holdBook,
  insertAddress,
  listAddresses,
  type Address,
} from './addresses.store.ts'
import type { NotificationOf } from '../notices/index.ts'
import type { AddressesDeps, AddressEvent } from './addresses.deps.ts'
import { createWhitelistMode } from './whitelist-mode.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

type AddRequest = z.output<(typeof addAddress)['request']>
type UpdateRequest = z.output<(typeof updateAddress)['request']>

const badField = (field: string, reason: string): Error => refuse('dataIncomplete', { fields: [{ field, reason }] })

/** An address as its customer sees it. */
const wireAddress = (one: Address): WithdrawalAddress => ({
  id: one.id,
  coin: one.coin,
  network: one.network,
  address: one.address,
  ...(one.memo === undefined ? {} : { memo: one.memo }),
  label: one.label,
  status: one.status,
  activeAt: one.activeAt,
  createdAt: one.createdAt,
  ...(one.lastUsedAt === undefined ? {} : { lastUsedAt: one.lastUsedAt }),
})

/** What a request names, in its one spelling; refuses 40020 what is no address of that network. */
function readRequest(
  { addressOn }: Pick<AddressesDeps, 'addressOn'>,
  { coin, network, address: text, memo, label: typed }: AddRequest,
) {
  if (methodOf(coin, network) === undefined) throw badField('network', 'malformed')
  const address = addressOn(network, text.trim())
  if (address === undefined) throw badField('address', 'checksum')
  const label = typed.trim()
  if (label === '' || [...label].length > addressLimits.label) throw badField('label', 'malformed')
  return { coin, network, address, memo, label }
}

/** What a mailed code for an address confirms: address and memo, a line each; undefined where no network has such an address. */
export function linesOfAddress(
  { addressOn }: Pick<AddressesDeps, 'addressOn'>,
  boundTo: string,
): readonly string[] | undefined {
  const [typed = '', ...rest] = boundTo.split(' ')
  const address = fundNetworks.map((network) => addressOn(network, typed)).find((one) => one !== undefined)
  if (address === undefined) return undefined
  return rest.length === 0 ? [address] : [address, `Memo / Tag: ${rest.join(' ')}`]
}

/** Where a customer's money may go: twenty addresses at most, each after a day's wait. */
export function createAddresses(deps: AddressesDeps) {
  const { db, clock, requireStepUp } = deps

  async function mustBeOpen(tx: Db<'addresses'>, customerId: string): Promise<void> {
    if ((await holdBook(tx, { customerId, now: clock.now() })).closed)
      throw refuse('accountRestricted', { reason: 'WHITELIST_MODE' })
  }

  async function keep(request: AddRequest, call: Call, replaced?: string): Promise<WithdrawalAddress> {
    const { customerId, accountId } = call.session
    const read = readRequest(deps, request)
    const now = clock.now()
    if ((await findBook(db, { customerId, now })).closed)
      throw refuse('accountRestricted', { reason: 'WHITELIST_MODE' })
    await deps.mustKnowFundPassword(call, request.fundPassword)
    const { otp, passkey, code } = request
    const own = await listAddresses(db, { customerId, now })
    mustFit(own, read, replaced)
    // A code was mailed for what was typed, whose one spelling the mail showed.
    await requireStepUp({ otp, passkey, code, customerId, scene: 'address', boundTo: addressCodeFor(request) }, call)
    const made = await db.transaction().execute(async (tx) => {
      await mustBeOpen(tx, customerId)
      if (replaced !== undefined && !(await deleteAddress(tx, { customerId, id: replaced, at: now })))
        throw refuse('notFound')
      mustFit(await listAddresses(tx, { customerId, now }), read)
      const kept = await insertAddress(tx, { ...read, customerId, id: uuidV7(now), at: now })
      if (kept === undefined) throw badField('address', 'known')
      const event = addedEvent(kept, accountId)
      await deps.enqueueNotices(tx, [event])
      await deps.warn(tx, event, call)
      return kept
    })
    return wireAddress(made)
  }

  return {
    async list(request: { coin?: FundCoin | undefined; network?: FundNetwork | undefined }, { session }: Call) {
      const all = await listAddresses(db, { customerId: session.customerId, now: clock.now() })
      const requested = all.filter(
        ({ coin, network }) => (request.coin ?? coin) === coin && (request.network ?? network) === network,
      )
      return (await Promise.all(requested.map((one) => withWait(deps, one)))).map(wireAddress)
    },
    add: (request: AddRequest, call: Call) => keep(request, call),
    update: ({ id, ...request }: UpdateRequest, call: Call) => keep(request, call, id),
    async remove({ id }: { id: string }, { session: { customerId } }: Call) {
      if (!(await deleteAddress(db, { customerId, id, at: clock.now() }))) throw refuse('notFound')
      return {}
    },
    whitelistMode: createWhitelistMode(deps),
    /** An address of a customer's book; undefined where there is none, and for one that was deleted. */
    find: (params: { customerId: string; id: string }) => findAddress(db, { ...params, now: clock.now() }),
    usableFrom: (address: Waiting) => usableFrom(deps, address),
    /** Notifies customers of addresses whose day is over. */
    activate: () => activate(deps),
    jobs: [
      { name: 'activate addresses', everyMs: 15_000, run: () => activate(deps), byClock: true },
    ] as readonly JobSpec[],
  }
}

const addedEvent = (
  { id, network, coin, address, activeAt }: Address,
  accountId: bigint,
): NotificationOf<'address.added'> => ({
  accountId,
  template: 'address.added',
  params: { network, coin, address: shortAddress(address), activeAt },
  ref: id,
})

const activeEvent = ({ id, network, coin, address }: Address, accountId: bigint): AddressEvent => ({
  accountId,
  template: 'address.active',
  params: { network, coin, address: shortAddress(address) },
  ref: id,
})

async function activate({ db, clock, accountsOf, enqueueNotices }: AddressesDeps): Promise<void> {
  const now = clock.now()
  const due = await findDue(db, now)
  if (due.length === 0) return
  // Read before the transaction, which holds a connection: none is waited for while another is held.
  const accounts = await accountsOf([...new Set(due.map(({ customerId }) => customerId))])
  await db.transaction().execute(async (tx) => {
    const active = await markActive(tx, { ids: due.map(({ id }) => id), now })
    const events = active.flatMap((one) => {
      const accountId = accounts.get(one.customerId)
      return accountId === undefined ? [] : [activeEvent(one, accountId)]
    })
    await enqueueNotices(tx, events)
  })
}

type Waiting = Pick<Address, 'customerId' | 'network' | 'address' | 'memo' | 'activeAt'>

const waitMs = addressLimits.coolingHours * hourMs

/**
 * From when on an address can be withdrawn to, epoch ms: after its own day, and after a day from the last change of what
 * protects the account, unless money went there before.
 */
async function usableFrom(deps: AddressesDeps, address: Waiting): Promise<number> {
  const now = deps.clock.now()
  const changedAt = await deps.protectionChangedAt(address.customerId)
  const until = (changedAt ?? -waitMs) + waitMs
  if (until <= now || until <= address.activeAt || (await deps.wasPaidTo(address))) return address.activeAt
  return until
}

/** An address as it can be used: one that is active by itself waits with the account. */
async function withWait(deps: AddressesDeps, address: Address): Promise<Address> {
  const activeAt = await usableFrom(deps, address)
  return { ...address, activeAt, status: activeAt > deps.clock.now() ? 'COOLING' : 'ACTIVE' }
}

/** Refuses 40020 one address too many, and 40039 where the one that is to be replaced is not there. */
function mustFit(
  own: readonly Address[],
  wanted: Pick<Address, 'coin' | 'network' | 'address' | 'memo'>,
  replaced?: string,
): void {
  if (replaced !== undefined && own.every(({ id }) => id !== replaced)) throw refuse('notFound')
  const others = own.filter(({ id }) => id !== replaced)
  if (others.length >= addressLimits.max) throw badField('address', 'tooMany')
  const same = (one: Address): boolean =>
    one.coin === wanted.coin &&
    one.network === wanted.network &&
    one.address === wanted.address &&
    one.memo === wanted.memo
  if (others.some(same)) throw badField('address', 'known')
}

export type Addresses = ReturnType<typeof createAddresses>
