import { utcDay } from '../../kernel/time/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { virtualOpening } from '../ledger/index.ts'
import { wireBalance, type WireBalance } from './accounts.rules.ts'
import { countReset, findReset, insertReset } from './resets.store.ts'
import { holdCustomer } from './lock-customer.ts'
import type { AccountsDeps } from './index.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** The call under which its idempotency keys are kept. */
const keyRoute = 'resetVirtual'

/**
 * Brings the free virtual balance to 10 000 USDT by one entry, up or down; open orders run on. Five a UTC day of the
 * product's clock, then `tooMany` until midnight; a reset that has nothing to move is not counted. The same
 * Idempotency-Key returns the first response again; with another request it refuses `keyReused`.
 */
export async function resetVirtual(deps: AccountsDeps, _request: object, call: Call): Promise<WireBalance[]> {
  const { db, ledger, clock } = deps
  const { customerId, accountId } = call.session
  const ref = uuidV7(clock.now())
  const held = await db.transaction().execute(async (tx) => {
    // An account that was closed meanwhile gets no money any more.
    const customer = await holdCustomer(tx, { id: customerId, to: 'change' })
    if (customer?.status === 'CLOSED') throw refuse('sessionEnded')
    const before = await idempotentReplay(deps, call, tx)
    if (before !== undefined) return before
    if (call.key !== undefined)
      await ledger.remember(tx, {
        accountId,
        key: call.key,
        route: keyRoute,
        request: call.requestHash(),
        ref,
      })
    const entry = await ledger.resetVirtual(tx, { accountId, ref })
    if (entry !== null && !(await countReset(tx, { customerId, day: utcDay(clock.now()) }))) {
      throw refuse('tooMany', { retryAfterS: Math.ceil((dayMs - (clock.now() % dayMs)) / 1000) })
    }
    const virtual = (await ledger.balances(accountId, tx)).find(({ asset }) => asset === 'USDT.virtual')
    const stillHeld = virtual?.held ?? 0n
    await insertReset(tx, { id: ref, customerId, at: clock.now(), held: stillHeld })
    return stillHeld
  })
  return [wireBalance({ asset: 'USDT.virtual', free: virtualOpening, held })]
}

/** What was on hold at the first call with this key; undefined for a new key, or none. */
async function idempotentReplay({ ledger }: AccountsDeps, call: Call, tx: Db<'accounts'>): Promise<bigint | undefined> {
  if (call.key === undefined) return undefined
  const { customerId, accountId } = call.session
  const known = (await ledger.findKey({ accountId, key: call.key }, tx)).find(({ route }) => route === keyRoute)
  if (known === undefined) return undefined
  if (!known.request.equals(call.requestHash())) throw refuse('keyReused')
  return (await findReset(tx, { id: known.ref, customerId }))?.held
}
