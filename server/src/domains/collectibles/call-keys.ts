import type { CollectibleFunds } from '@evenhand/protocol/collectibles.ts'
import type { Call } from '../../kernel/http/http.ts'
import { refuse, type Refusal } from '../../kernel/http/refusal.ts'
import { shortRefusal, type AnyDb } from '../ledger/index.ts'
import type { CollectiblesDeps } from './collectibles.deps.ts'
import type { keyRoutes } from './collectibles.rules.ts'

type Deps = Pick<CollectiblesDeps, 'ledger'>
type Keyed = { route: (typeof keyRoutes)[keyof typeof keyRoutes]; call: Call }
/** Rolls back an operation whose key another call took in the meantime. */
export class KeyTaken extends Error {}

/** Rolls back an operation that its customer cannot cover; how much is missing is read after the transaction. */
export class FundsShort extends Error {}

/** Whether a call of this route came under its key before; refuses 40028 the key of another request. */
export async function isKnown({ ledger }: Deps, { route, call }: Keyed, tx?: AnyDb): Promise<boolean> {
  const { key, session } = call
  if (key === undefined) return false
  const before = (await ledger.findKey({ accountId: session.accountId, key }, tx)).find((one) => one.route === route)
  if (before === undefined) return false
  if (!before.request.equals(call.requestHash())) throw refuse('keyReused')
  return true
}

/** Ends a call whose key another one took while it waited for the lock of its collectible. */
export async function mustBeNew(deps: Deps, keyed: Keyed, tx: AnyDb): Promise<void> {
  if (await isKnown(deps, keyed, tx)) throw new KeyTaken()
}

/** Remembers what a call came to under its key, in its transaction. */
export async function keepKey(
  { ledger }: Deps,
  { route, call, ref }: Keyed & { ref: string },
  tx: AnyDb,
): Promise<void> {
  if (call.key === undefined) return
  const kept = { accountId: call.session.accountId, key: call.key, route, request: call.requestHash(), ref }
  if (!(await ledger.remember(tx, kept))) throw new KeyTaken()
}

type Short = { call: Call; funds: CollectibleFunds | undefined; needed: bigint }

/**
 * The refusal of what a customer cannot cover: 10011 with what may be spent and what it takes; 10022 or 30003 where it is
 * there and waits for the customer to be verified.
 */
export async function shortOf(
  { ledger, identityRefusal }: Pick<CollectiblesDeps, 'ledger' | 'identityRefusal'>,
  { call, funds, needed }: Short,
): Promise<Refusal> {
  const { accountId, customerId } = call.session
  const asset = funds === 'LOAN' ? 'USDT.loan' : 'USDT'
  const [usable, balances] = await Promise.all([ledger.tradable({ accountId, asset }), ledger.balances(accountId)])
  const short = { key: 'fundsShort', asset, needed, usable, balances, takesLoanMoney: true } as const
  return shortRefusal(short, () => identityRefusal(customerId))
}
