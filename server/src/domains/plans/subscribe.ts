import type { buySmart, PlanPosition } from '@evenhand/protocol/plans.ts'
import { id } from '@evenhand/protocol/shapes.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse, type Refusal } from '../../kernel/http/refusal.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { shortRefusal } from '../ledger/index.ts'
import { reserveFree } from './list-plans.ts'
import { ownPosition, positionByKey } from './customer-plan.ts'
import type { PlansDeps, Product } from './plans.deps.ts'
import { keyRoutes, leftOf, planNo, usdtText } from './plans.rules.ts'
import { findProduct, writePosition, type Subscribed } from './plans.store.ts'
import { subscribedNotice } from './plan-notices.ts'
import { viewPosition } from './view-plan.ts'

type Request = z.output<typeof buySmart.request>
/** Rolls back a subscription whose key another call took in the meantime. */
class KeyTaken extends Error {}

/**
 * Subscribes: the principal is locked and the yield of all days set aside, or nothing moves. Refuses in this order: no such
 * product or not open 10010 · restriction, country, pause, cooling-off · other days 10012 · terms that were not read 40006 ·
 * amount 10013 · a position of this product 10024 · balance 10011, or 10022 or 30003 where it waits for the customer to be
 * verified, or 40032 where only loan money would do · capacity or reserve 40008. The same key returns the first position again.
 */
export async function subscribe(deps: PlansDeps, request: Request, call: Call): Promise<PlanPosition> {
  const { db, clock, ledger } = deps
  const before = await positionByKey(deps, keyRoutes.buy, call)
  if (before !== undefined) return viewPosition(before, { lang: call.lang, now: clock.now() })
  await mustBeOffered(deps, request, call)
  const { accountId, customerId } = call.session
  const at = clock.now()
  const { productId, amount: principal, termsHash } = request
  const position = { accountId, id: uuidV7(at), customerId, productId, principal, termsHash, at }
  const written = await db
    .transaction()
    .execute(async (tx): Promise<Subscribed> => {
      const result = await writePosition(tx, position)
      if (result.outcome !== 'done') return result
      if (call.key !== undefined) {
        const kept = { accountId, key: call.key, route: keyRoutes.buy, request: call.requestHash(), ref: position.id }
        if (!(await ledger.remember(tx, kept))) throw new KeyTaken()
      }
      await deps.enqueueNotices(tx, [subscribedNotice(position)])
      return result
    })
    .catch((cause: unknown): Subscribed => {
      if (cause instanceof KeyTaken) return { outcome: 'known', ref: null }
      throw cause
    })
  if (written.outcome !== 'done') {
    const first = await positionByKey(deps, keyRoutes.buy, call)
    if (first === undefined) throw await refusalOf(deps, { written, request, call })
    return viewPosition(first, { lang: call.lang, now: clock.now() })
  }
  deps.moved([accountId])
  return viewPosition(await ownPosition(deps, position.id, call), { lang: call.lang, now: clock.now() })
}

async function mustBeOffered(deps: PlansDeps, request: Request, { session, ip }: Call): Promise<void> {
  const product = await findProduct(deps.db, request.productId)
  if (product?.status !== 'OPEN') throw refuse('planUnavailable')
  await deps.maySubscribe({ session, ip })
  if (product.terms.days !== request.days) throw otherDays(product)
  if (product.termsHash !== request.termsHash) throw changedTerms(product)
  if (request.amount < product.min || request.amount > product.max) throw wrongAmount(product)
}

/**
 * The refusal of a malformed amount or days with what the product that the request names allows, as one of a well-formed
 * value has it; 10010 where it names none that is open.
 */
export async function completeRefusal(
  { db }: PlansDeps,
  { key }: Refusal,
  raw: Readonly<Record<string, unknown>>,
): Promise<Refusal> {
  const productId = z.safeParse(id, raw['productId'])
  const product = productId.success ? await findProduct(db, productId.data) : undefined
  if (product?.status !== 'OPEN') return refuse('planUnavailable')
  return key === 'daysUnknown' ? otherDays(product) : wrongAmount(product)
}

const otherDays = ({ terms }: Product): Refusal => refuse('daysUnknown', { days: [terms.days] })
const changedTerms = ({ termsHash }: Product): Refusal => refuse('quoteChanged', { quote: { termsHash } })
const wrongAmount = ({ min, max }: Product): Refusal =>
  refuse('investmentWrong', { min: usdtText(min), max: usdtText(max) })

type Refused = { written: Subscribed; request: Request; call: Call }

/** The refusal of what the database did not take, read after its transaction. */
async function refusalOf(deps: PlansDeps, { written, request, call }: Refused): Promise<Refusal> {
  const product = await findProduct(deps.db, request.productId)
  if (product === undefined || written.outcome === 'unavailable') return refuse('planUnavailable')
  if (written.outcome === 'terms') return changedTerms(product)
  if (written.outcome === 'range') return wrongAmount(product)
  if (written.outcome === 'known' && written.ref !== null)
    return refuse('planAlreadyHeld', { orderNo: planNo((await ownPosition(deps, written.ref, call)).orderNo) })
  if (written.outcome === 'balance') return tooLittle(deps, request.amount, call)
  return refuse('capacityReached', { left: usdtText(leftOf(product, await reserveFree(deps))) })
}

/** Too little to subscribe with: too little there, or it waits for its customer to be verified, or it is a loan's. */
async function tooLittle(deps: PlansDeps, needed: bigint, { session }: Call): Promise<Refusal> {
  const { ledger, identityRefusal } = deps
  const { accountId, customerId } = session
  const asset = 'USDT'
  const [usable, balances] = await Promise.all([ledger.tradable({ accountId, asset }), ledger.balances(accountId)])
  return shortRefusal({ key: 'fundsShort', asset, needed, usable, balances }, () => identityRefusal(customerId))
}
