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
import type { Db } from '../../kernel/db.ts'
import type { Call } from '../../kernel/http.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import { addressOn } from './address-forms.ts'
import { withWait } from './address-wait.ts'
import {
  activateDue,
  deleteAddress,
  findBook,
  holdBook,
  insertAddress,
  listAddresses,
  type Address,
} from './addresses.store.ts'
import type { FundPasswords } from './fund-password.ts'
import type { QuoteDeps } from './quote-withdrawal.ts'
import type { WalletEvent } from './withdrawals.deps.ts'

type AddAsk = z.output<(typeof addAddress)['ask']>
type UpdateAsk = z.output<(typeof updateAddress)['ask']>

const badField = (field: string, reason: string): Error => refuse('dataIncomplete', { fields: [{ field, reason }] })

/** An address as its customer sees it. */
export const wireAddress = (one: Address): WithdrawalAddress => ({
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

/** What an ask names, in its one spelling; refuses 40020 what is no address of that network. */
function readAsk({ coin, network, address: text, memo, label: typed }: AddAsk) {
  if (methodOf(coin, network) === undefined) throw badField('network', 'malformed')
  const address = addressOn(network, text.trim())
  if (address === undefined) throw badField('address', 'checksum')
  const label = typed.trim()
  if (label === '' || [...label].length > addressLimits.label) throw badField('label', 'malformed')
  return { coin, network, address, memo, label }
}

/** What a mailed code for an address confirms: address and memo, a line each; undefined where no network has such an address. */
export function linesOfAddress(boundTo: string): readonly string[] | undefined {
  const [typed = '', ...rest] = boundTo.split(' ')
  const address = fundNetworks.map((network) => addressOn(network, typed)).find((one) => one !== undefined)
  if (address === undefined) return undefined
  return rest.length === 0 ? [address] : [address, `Memo / Tag: ${rest.join(' ')}`]
}

/** Where a customer's money may go: twenty addresses at most, each after a day's wait. */
export function createAddresses(deps: QuoteDeps, fundPasswords: FundPasswords) {
  const { db, clock, mustConfirm, tell } = deps

  async function mustBeOpen(tx: Db<'wallet'>, customerId: string): Promise<void> {
    if ((await holdBook(tx, { customerId, now: clock.now() })).closed)
      throw refuse('accountRestricted', { reason: 'WHITELIST_MODE' })
  }

  async function keep(ask: AddAsk, call: Call, replaced?: string): Promise<WithdrawalAddress> {
    const { customerId, accountId } = call.session
    const read = readAsk(ask)
    const now = clock.now()
    if ((await findBook(db, { customerId, now })).closed)
      throw refuse('accountRestricted', { reason: 'WHITELIST_MODE' })
    await fundPasswords.mustKnow(call, ask.fundPassword)
    const { otp, passkey, code } = ask
    const own = await listAddresses(db, { customerId, now })
    mustFit(own, read, replaced)
    // A code was mailed for what was typed, whose one spelling the mail showed.
    await mustConfirm({ otp, passkey, code, customerId, scene: 'address', boundTo: addressCodeFor(ask) }, call)
    const made = await db.transaction().execute(async (tx) => {
      await mustBeOpen(tx, customerId)
      if (replaced !== undefined && !(await deleteAddress(tx, { customerId, id: replaced, at: now })))
        throw refuse('notFound')
      mustFit(await listAddresses(tx, { customerId, now }), read)
      const kept = await insertAddress(tx, { ...read, customerId, id: uuidV7(now), at: now })
      if (kept === undefined) throw badField('address', 'known')
      return kept
    })
    const { network, coin, activeAt } = made
    const added: WalletEvent = {
      accountId,
      template: 'address.added',
      params: { network, coin, address: shortAddress(made.address), activeAt },
      ref: made.id,
    }
    tell([added])
    deps.warn(added, call)
    return wireAddress(made)
  }

  return {
    async list(ask: { coin?: FundCoin | undefined; network?: FundNetwork | undefined }, { session }: Call) {
      const all = await listAddresses(db, { customerId: session.customerId, now: clock.now() })
      const asked = all.filter(
        ({ coin, network }) => (ask.coin ?? coin) === coin && (ask.network ?? network) === network,
      )
      return (await Promise.all(asked.map((one) => withWait(deps, one)))).map(wireAddress)
    },
    add: (ask: AddAsk, call: Call) => keep(ask, call),
    update: ({ id, ...ask }: UpdateAsk, call: Call) => keep(ask, call, id),
    async remove({ id }: { id: string }, { session: { customerId } }: Call) {
      if (!(await deleteAddress(db, { customerId, id, at: clock.now() }))) throw refuse('notFound')
      return {}
    },
    /** Tells customers of addresses whose day is over. */
    async activate(): Promise<void> {
      for (const one of await activateDue(db, clock.now())) {
        const accountId = await deps.accountOf(one.customerId)
        if (accountId === undefined) continue
        const params = { network: one.network, coin: one.coin, address: shortAddress(one.address) }
        tell([{ accountId, template: 'address.active', params, ref: one.id }])
      }
    },
  }
}

/** Refuses 40020 one address too many, and 40039 where the one that is to be replaced is not there. */
function mustFit(
  own: readonly Address[],
  wanted: Pick<Address, 'coin' | 'network' | 'address' | 'memo'>,
  replaced?: string,
): void {
  if (replaced !== undefined && own.every(({ id }) => id !== replaced)) throw refuse('notFound')
  const others = own.filter(({ id }) => id !== replaced)
  if (others.length >= addressLimits.most) throw badField('address', 'tooMany')
  const same = (one: Address): boolean =>
    one.coin === wanted.coin &&
    one.network === wanted.network &&
    one.address === wanted.address &&
    one.memo === wanted.memo
  if (others.some(same)) throw badField('address', 'known')
}

export type Addresses = ReturnType<typeof createAddresses>
