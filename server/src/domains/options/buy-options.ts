import { formatUnits, tradingAsset } from '@evenhand/protocol/money.ts'
import { maxOpen, type buyOptions } from '@evenhand/protocol/options.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import type { Lane } from '../../kernel/concurrency/lanes.ts'
import { Refusal, refuse } from '../../kernel/http/refusal.ts'
import { shortRefusal } from '../ledger/index.ts'
import { idempotentReplay } from './idempotent-replay.ts'
import type { OptionsDeps } from './options.deps.ts'
import { openCount } from './options.store.ts'
import { keyRoutes, rateText, usdtText } from './options.rules.ts'
import type { createOrderCooldown } from './order-cooldown.ts'
import type { Bought, Buy } from './order-lane.ts'
import type { createOrderNumbers } from './order-numbers.ts'
import { ticketOf, type Ticket } from './quote-options.ts'
import { orderNoText } from './view-order.ts'

type Request = z.output<typeof buyOptions.request>
type Response = z.input<typeof buyOptions.result>
export type BuyDeps = OptionsDeps & {
  laneOf: (accountId: bigint) => Lane<Buy, Bought>
  cooldown: ReturnType<typeof createOrderCooldown>
  numbers: ReturnType<typeof createOrderNumbers>
}

/**
 * Buys an option. Read: the terms of this moment. Decide: every check that needs no lock, in the one order of checks.
 * Write: one call to the lane, which holds stake and payout and places the order, or returns which guard refused. A key
 * seen before returns its first response, also when the order could not be placed any more today.
 */
export async function buy(deps: BuyDeps, request: Request, call: Call): Promise<Response> {
  const requestHash = call.key === undefined ? undefined : call.requestHash()
  let ticket: Ticket
  let giveBack = (): void => {}
  try {
    ticket = await ticketOf(deps, request, call)
    if (request.minPayoutRate !== undefined && ticket.product.payoutPpm < request.minPayoutRate) {
      throw refuse('quoteChanged', { quote: { payoutRate: rateText(ticket.product.payoutPpm) } })
    }
    if (deps.rateLimits)
      giveBack = deps.cooldown.take({ accountId: call.session.accountId, code: request.code, key: call.key })
  } catch (cause) {
    const first = cause instanceof Refusal ? await repeatOf(deps, call, requestHash) : undefined
    if (first === undefined) throw cause
    return first
  }
  const bought = await deps.laneOf(call.session.accountId).send({
    accountId: call.session.accountId,
    mode: call.mode,
    direction: request.direction,
    stake: request.amount,
    ticket,
    orderNo: await deps.numbers.next(),
    key: call.key,
    request: requestHash,
    spendLimits: ticket.spendLimits,
  })
  if (bought.kind === 'placed') {
    deps.placed?.(bought.order)
    return { orderId: bought.order.id, orderNo: orderNoText(bought.order.orderNo), receipt: bought.receipt }
  }
  giveBack()
  if (bought.kind === 'repeated')
    return idempotentReplay(deps, { accountId: call.session.accountId, orderId: bought.orderId })
  if (bought.kind === 'beyond') throw await bought.spendLimit.refusal()
  if (bought.why === 'insufficientBalance') throw await tooLittle(deps, request.amount, call)
  throw refuse(bought.why, await refusalValues(deps, bought, call))
}

/** Too little to stake: too little there, loan money that may not be staked (40032), or it waits for the customer to be verified (10022, 30003). */
async function tooLittle({ ledger, identityRefusal }: OptionsDeps, needed: bigint, call: Call): Promise<Refusal> {
  const { accountId, customerId } = call.session
  const asset = tradingAsset(call.mode)
  const [balances, usable] = await Promise.all([ledger.balances(accountId), ledger.tradable({ accountId, asset })])
  return shortRefusal({ key: 'insufficientBalance', asset, needed, usable, balances }, () =>
    identityRefusal(customerId),
  )
}

/** What this key returned first, if it is known for the same request; refuses 40028 for another request. */
async function repeatOf(deps: OptionsDeps, call: Call, requestHash: Buffer | undefined): Promise<Response | undefined> {
  if (call.key === undefined || requestHash === undefined) return undefined
  const { accountId } = call.session
  const known = (await deps.ledger.findKey({ accountId, key: call.key })).find((one) => one.route === keyRoutes.buy)
  if (known === undefined) return undefined
  if (!known.request.equals(requestHash)) throw refuse('keyReused')
  return idempotentReplay(deps, { accountId, orderId: known.ref })
}

async function refusalValues(
  deps: OptionsDeps,
  bought: Extract<Bought, { kind: 'refused' }>,
  call: Call,
): Promise<Record<string, unknown>> {
  if (bought.why === 'capacityReached') return { left: usdtText(bought.left ?? 0n) }
  if (bought.why === 'openLimitReached') {
    const { accountId } = call.session
    const full = (await openCount(deps.db, { accountId, mode: call.mode })) >= maxOpen.orders
    return full ? { limit: 'orders', max: maxOpen.orders } : { limit: 'stake', max: formatUnits(maxOpen.stake, 6, 0) }
  }
  return {}
}
