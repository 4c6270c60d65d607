import type { Session } from '../kernel/http/http.ts'
import { refuse } from '../kernel/http/refusal.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import type { Customer } from '../domains/accounts/index.ts'
import type { Trades } from '../domains/safeguards/index.ts'

// What several domains decide together. Each function is given what it checks, in the order in which it checks.

type FindCustomer = (customerId: string) => Promise<Pick<Customer, 'status'> | undefined>
type CustomerCall = { session: Pick<Session, 'customerId'> }

/**
 * Refuses 10008 a customer under a legal hold that he was notified of. A hold that he may not be notified of stands in no status:
 * the functions of the database alone then stop what leaves the account, and the response is that of a review by operators.
 */
export const mustNotBeHeld =
  (find: FindCustomer) =>
  async (customerId: string): Promise<void> => {
    if ((await find(customerId))?.status === 'LEGAL_HOLD') throw refuse('accountRestricted', { reason: 'LEGAL_HOLD' })
  }

/** Whether this customer may convert: legal hold, then safeguards and country. */
export const mayConvert =
  <R extends CustomerCall>(params: { find: FindCustomer; safeguards: (request: R) => Promise<void> }) =>
  async (request: R): Promise<void> => {
    await mustNotBeHeld(params.find)(request.session.customerId)
    await params.safeguards(request)
  }

/** Why an operator stopped a customer's new orders, and until when where that is known. */
type Restriction = { reason: string; until?: number }

/**
 * Whether this customer may trade: an operator's restriction, then the customer's own safeguards and the country. Returns
 * the spend limits that the safeguards set to the order.
 */
export const mayTrade =
  <R extends CustomerCall, C>(params: {
    restrictionOf: (customerId: string) => Restriction | undefined
    safeguards: (request: R) => C
  }) =>
  (request: R): C => {
    const restriction = params.restrictionOf(request.session.customerId)
    if (restriction !== undefined) throw refuse('accountRestricted', restriction)
    return params.safeguards(request)
  }

/** Whether this customer may borrow, or bid for a charity: legal hold, an operator's restriction, then safeguards and country. */
export const mayBorrow =
  <R extends CustomerCall>(params: {
    find: FindCustomer
    restrictionOf: (customerId: string) => Restriction | undefined
    safeguards: (request: R) => Promise<void>
  }) =>
  async (request: R): Promise<void> => {
    const { customerId } = request.session
    await mustNotBeHeld(params.find)(customerId)
    const restriction = params.restrictionOf(customerId)
    if (restriction !== undefined) throw refuse('accountRestricted', restriction)
    await params.safeguards(request)
  }

type TradesSince = (params: { accountId: bigint; since: number }) => Promise<Record<AccountMode, Trades>>

/** What a customer did in all products together since a time; \`products\`: what each knows. */
export const tradesOfAll =
  (products: readonly TradesSince[]): TradesSince =>
  async (params) => {
    const known = await Promise.all(products.map((tradesSince) => tradesSince(params)))
    const ofMode = (mode: AccountMode): Trades => ({
      buys: known.reduce((sum, trades) => sum + trades[mode].buys, 0),
      sells: known.reduce((sum, trades) => sum + trades[mode].sells, 0),
      profitLoss: known.reduce((sum, trades) => sum + trades[mode].profitLoss, 0n),
      open: known.reduce((sum, trades) => sum + trades[mode].open, 0),
    })
    return { virtual: ofMode('virtual'), real: ofMode('real') }
  }
