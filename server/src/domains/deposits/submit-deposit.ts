import type { Deposit, recharge } from '@evenhand/protocol/deposits.ts'
import { methodOf, transactionHash, type FundMethod } from '@evenhand/protocol/funds.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { depositNotice } from './deposit-notices.ts'
import { isStopped, mustFit, offeredMethods } from './deposit-methods.ts'
import type { DepositsDeps } from './deposits.deps.ts'
import { depositUnits, firstView, reviewMs } from './deposits.rules.ts'
import { findDeposit, holdCustomerWallet, insertDeposit, type NewDeposit, type DepositsDb } from './deposits.store.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

/** The call under which its idempotency keys are kept. */
const keyRoute = 'recharge'

type Request = z.output<typeof recharge.request>

const rule = { name: 'recharge', max: 30, perMs: hourMs }

/**
 * Takes a customer's report that coins were sent. Nothing is credited by it: the chain or operators confirm what arrived. The
 * same Idempotency-Key returns the first response again; with another request it refuses 40028. A transaction that a customer
 * has claimed already is refused 40017 to every caller, however it is spelled. While custody does not cover what customers
 * own of a coin, new deposits of it are refused 40008; those that wait go on.
 */
export async function submitDeposit(deps: DepositsDeps, request: Request, call: Call): Promise<Deposit> {
  const before = await idempotentReplay(deps, deps.db, call)
  if (before !== undefined) return before
  const method = methodOf(request.coin, request.network)
  if (method === undefined || !offeredMethods(deps).includes(method))
    throw refuse('methodMissing', { methods: offeredMethods(deps).map((one) => one.method) })
  const amount = depositUnits(method.coin, request.amount)
  const { session, ip } = call
  deps.limits.take(rule, session.customerId)
  // Other domains are called before the transaction: they take connections of their own.
  const spendLimits = await deps.mayDeposit({ session, ip })
  const usdt = deps.usdtOf(method.coin, amount)
  await mustFit(deps.db, { customerId: session.customerId, usdt, spendLimits })
  const txHash = checked(request, { method, amount })
  await deps.mustOwnProof({ customerId: session.customerId, fileId: request.proofFileId })
  const at = deps.clock.now()
  const { customerId, accountId } = session
  const { last6, proofFileId } = request
  const deposit = { id: uuidV7(at), customerId, accountId, method, amount, usdt, last6, txHash, proofFileId, at }
  return deps.db.transaction().execute(async (tx) => {
    await holdCustomerWallet(tx, session.customerId)
    // Another call with this key may have come first while this one waited, and other deposits may count by now.
    const first = await idempotentReplay(deps, tx, call)
    if (first !== undefined) return first
    await mustFit(tx, { customerId: session.customerId, usdt, spendLimits })
    if (await isStopped(deps, method.coin, tx)) throw refuse('capacityReached', { left: '0', coin: method.coin })
    return write(deps, tx, { deposit, call })
  })
}

/** The hash in its one spelling. Refuses 40037 too little, 40023 what is no hash of the chain, 40024 without a picture. */
function checked({ txHash, proofFileId }: Request, { method, amount }: { method: FundMethod; amount: bigint }): string {
  const { coin, minDeposit, chain, network } = method
  if (amount < minDeposit)
    throw refuse('depositBelowMinimum', { coin, min: moneyText({ asset: coin, units: minDeposit }) })
  const known = transactionHash(chain, txHash)
  if (known === undefined) throw refuse('hashMalformed', { network })
  if (proofFileId === '') throw refuse('proofImageNeeded')
  return known
}

type Writing = { deposit: Omit<NewDeposit, 'source' | 'dueAt'>; call: Call }

async function write(deps: DepositsDeps, tx: DepositsDb, { deposit, call }: Writing): Promise<Deposit> {
  const { id, accountId, method, amount: units, at } = deposit
  if (call.key !== undefined)
    await deps.ledger.remember(tx, {
      accountId,
      key: call.key,
      route: keyRoute,
      request: call.requestHash(),
      ref: id,
    })
  const written = await insertDeposit(tx, { ...deposit, source: 'CLAIM', dueAt: at + reviewMs })
  const view = written ? await viewFirst(tx, id, call) : undefined
  if (view === undefined) throw refuse('transactionKnown')
  await deps.enqueueNotices(tx, [depositNotice('deposit.submitted', { id, accountId, coin: method.coin, units })])
  return view
}

async function viewFirst(db: DepositsDb, id: string, call: Call): Promise<Deposit | undefined> {
  const row = await findDeposit(db, { id, customerId: call.session.customerId })
  return row && firstView(row)
}

/** The first response under this key; undefined for a new key, or none. Refuses 40028 another request under it. */
async function idempotentReplay({ ledger }: DepositsDeps, db: DepositsDb, call: Call): Promise<Deposit | undefined> {
  if (call.key === undefined) return undefined
  const known = (await ledger.findKey({ accountId: call.session.accountId, key: call.key }, db)).find(
    ({ route }) => route === keyRoute,
  )
  if (known === undefined) return undefined
  if (!known.request.equals(call.requestHash())) throw refuse('keyReused')
  return viewFirst(db, known.ref, call)
}
