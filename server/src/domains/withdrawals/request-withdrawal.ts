import { hash } from 'node:crypto'
import type { FundMethod } from '@evenhand/protocol/funds.ts'
import { moneyText, parseUnits } from '@evenhand/protocol/money.ts'
import { withdrawalClasses, type Withdrawal, type WithdrawalBalance } from '@evenhand/protocol/withdrawals.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { Refusal, refuse } from '../../kernel/http/refusal.ts'
import { assetIds } from '../ledger/index.ts'
import { freeOf, isId, leftOfLimit, mustBeUsable, mustFit, newQuote, wireQuote } from './quote-withdrawal.ts'
import { createKeyedMutex } from '../../kernel/concurrency/keyed-mutex.ts'
import { wireWithdrawal } from './view-withdrawal.ts'
import type { BookedAddress, StepUpRequest, WithdrawalsDeps } from './withdrawals.deps.ts'
import { amountOf, assetTaken, mustBeMethod, termsHash } from './withdrawals.rules.ts'
import { limitOfDay, priceList } from './withdrawal-limits.store.ts'
import { findQuote, type Quote } from './withdrawal-quotes.store.ts'
import { findWithdrawal, nextOrderNo } from './withdrawals.store.ts'

export type WithdrawalRequest = StepUpRequest & {
  method: string
  addressId: string
  amount: string
  balance?: WithdrawalBalance | undefined
  fundPassword: string
  quoteId: string
}
/** The call under which its idempotency keys are kept. */
const keyRoute = 'withdraw'

type Wanted = { method: FundMethod; amount: bigint; address: BookedAddress; quote: Quote }

/**
 * Requests a withdrawal. In this order it refuses under a legal hold that the customer was notified of 10008, a method 10025, an address 10021 and 40016, an amount 30005 and 10026, a
 * quote that has ended 40006 with a new one, the fund password 40013–40015, and what confirms it 40036: nothing else may.
 * The amount is held, and a rule has decided or it is in review, before this returns. The same key returns the same.
 */
export const createRequestWithdrawal = (deps: WithdrawalsDeps) => {
  const mutex = createKeyedMutex()
  // One customer's requests run one after another: a repeat that arrives with the first finds its response.
  return (request: WithdrawalRequest, call: Call): Promise<Withdrawal> =>
    mutex.run(call.session.customerId, () => requestWithdrawal(deps, request, call))
}

async function requestWithdrawal(deps: WithdrawalsDeps, request: WithdrawalRequest, call: Call): Promise<Withdrawal> {
  const before = await idempotentReplay(deps, request, call)
  if (before !== undefined) return before
  try {
    const wanted = await readWanted(deps, request, call)
    await deps.mustKnowFundPassword(call, request.fundPassword)
    const confirmedBy = await requireStepUp(deps, { ...request, boundTo: wanted.quote.id }, call)
    return await place(deps, { ...wanted, confirmedBy, request }, call)
  } catch (cause) {
    // A repeat that another process served meanwhile has used up quote and code.
    const meanwhile = cause instanceof Refusal ? await idempotentReplay(deps, request, call) : undefined
    if (meanwhile === undefined) throw cause
    return meanwhile
  }
}

// Secrets of a request stay out of its hash: a reader of the table could guess six digits from it.
const hashOf = (request: WithdrawalRequest): Buffer =>
  hash(
    'sha256',
    JSON.stringify([
      request.method,
      request.addressId,
      // However it is written: 50 and 50.00 are one amount.
      String(parseUnits(request.amount, 8) ?? request.amount),
      request.quoteId,
      ...(request.balance === 'LOAN' ? ['LOAN'] : []),
    ]),
    'buffer',
  )

async function idempotentReplay(
  { db, ledger }: WithdrawalsDeps,
  request: WithdrawalRequest,
  call: Call,
): Promise<Withdrawal | undefined> {
  if (call.key === undefined) return undefined
  const { accountId, customerId } = call.session
  const known = (await ledger.findKey({ accountId, key: call.key })).find(({ route }) => route === keyRoute)
  if (known === undefined) return undefined
  if (!known.request.equals(hashOf(request))) throw refuse('keyReused')
  const stored = await findWithdrawal(db, { id: known.ref, customerId })
  return stored && wireWithdrawal(stored)
}

async function readWanted(deps: WithdrawalsDeps, request: WithdrawalRequest, call: Call): Promise<Wanted> {
  const { customerId } = call.session
  await deps.mustNotBeHeld(customerId)
  const method = mustBeMethod(request.method, request.balance)
  const amount = amountOf(method, request.amount)
  const address = await mustBeUsable(deps, { method, addressId: request.addressId }, call)
  mustFit(method, { amount, free: await freeOf(deps, { method, balance: request.balance }, call) })
  const now = deps.clock.now()
  const quote = isId(request.quoteId) ? await findQuote(deps.db, { id: request.quoteId, customerId, now }) : undefined
  const holds =
    quote !== undefined && quote.method === method.method && quote.addressId === address.id && quote.amount === amount
  if (!holds) throw await quoteGone(deps, { customerId, method, addressId: address.id, amount })
  return { method, amount, address, quote }
}

async function quoteGone(
  deps: WithdrawalsDeps,
  options: { customerId: string; method: FundMethod; addressId: string; amount: bigint },
): Promise<Error> {
  return refuse('quoteChanged', { quote: wireQuote(await newQuote(deps, options), options.method) })
}

/** By what the operation was confirmed. A wrong code is refused as 40036 with the tries left: 10091 is not in the closed list. */
async function requireStepUp(
  deps: WithdrawalsDeps,
  { otp, passkey, code, boundTo }: StepUpRequest & { boundTo: string },
  call: Call,
): Promise<'code' | 'otp' | 'passkey'> {
  const { customerId } = call.session
  const by = passkey !== undefined ? 'passkey' : otp !== undefined && otp !== '' ? 'otp' : 'code'
  try {
    await deps.requireStepUp({ otp, passkey, code, customerId, scene: 'withdraw', boundTo }, call)
    return by
  } catch (cause) {
    if (cause instanceof Refusal && cause.key === 'codeWrong')
      throw refuse('proofNeeded', { accepts: [by], left: cause.params['left'] ?? 0 })
    throw cause
  }
}

type Placing = Wanted & { confirmedBy: 'code' | 'otp' | 'passkey'; request: WithdrawalRequest }
type Placed = { outcome: string; ref: string | null; free: bigint; until: Date | null }

async function place(deps: WithdrawalsDeps, options: Placing, call: Call): Promise<Withdrawal> {
  const { db, clock } = deps
  const { customerId, accountId } = call.session
  const { method, amount, address, quote } = options
  const { coin, network, chain } = method
  const at = clock.now()
  const id = uuidV7(at)
  const orderNo = await nextOrderNo(db)
  const net = amount - quote.fee
  const terms = { ...method, id, orderNo, customerId, coin, address: address.address, memo: address.memo }
  const payload = termsHash({ ...terms, amount, fee: quote.fee, net, requestedAt: at })
  const changedAt = await deps.protectionChangedAt(customerId)
  const tier = (await deps.tiersOf([customerId])).get(customerId) ?? 'BASIC'
  const dayLimit = await limitOfDay(db, { customerId, tier })
  const { rows } = await sql<Placed>`
    select * from wallet.request_withdrawal(
      row(${id}, ${orderNo}, ${customerId}, ${accountId}, ${method.method}, ${coin}, ${network}, ${chain}, ${assetIds[assetTaken(method, options.request.balance)]},
        ${address.id}, ${amount}, ${quote.fee}, ${quote.id}, ${options.confirmedBy}, ${payload},
        ${dateOf(at)})::wallet.withdrawal_request,
      row(${method.minWithdrawal}, ${changedAt === undefined ? null : dateOf(changedAt)}, ${priceList(deps.usdtPrices())},
        ${withdrawalClasses.rule}, ${withdrawalClasses.one}, ${dayLimit})::wallet.withdrawal_rules,
      ${keyRoute}, ${call.key ?? null}, ${hashOf(options.request)})`.execute(db)
  if (rows[0] === undefined) throw new Error('a request for a withdrawal has no outcome')
  return responseOf(deps, { ...options, placed: rows[0] }, call)
}

/** What the database decided, which had the last word while it held the balance. */
async function responseOf(
  deps: WithdrawalsDeps,
  { placed, method, amount, address }: Placing & { placed: Placed },
  { session: { customerId } }: Call,
): Promise<Withdrawal> {
  const { outcome, free } = placed
  if (outcome === 'frozen') throw refuse('sessionEnded')
  if (outcome === 'key_reused') throw refuse('keyReused')
  if (outcome === 'address_missing') throw refuse('addressMissing')
  if (outcome === 'address_waiting')
    throw refuse('addressWaiting', { activeAt: msOf(placed.until ?? dateOf(deps.clock.now())) })
  if (outcome === 'below_minimum' || outcome === 'insufficient_balance') {
    mustFit(method, { amount, free })
    throw refuse('insufficientBalance', { free: moneyText({ asset: method.coin, units: free }) })
  }
  if (outcome === 'legal_hold') throw refuse('accountRestricted', { reason: 'LEGAL_HOLD' })
  if (outcome === 'quote_gone') throw await quoteGone(deps, { customerId, method, addressId: address.id, amount })
  const stored = placed.ref === null ? undefined : await findWithdrawal(deps.db, { id: placed.ref, customerId })
  if (stored === undefined) throw new Error('a withdrawal that was requested is not there')
  if (stored.reasonCode !== 'KYC_LIMIT') return wireWithdrawal(stored)
  const { left } = await leftOfLimit(deps, method, customerId)
  return wireWithdrawal(stored, left === undefined || left > free + amount ? undefined : left)
}
