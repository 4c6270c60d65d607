import { moneyText } from '@evenhand/protocol/money.ts'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { AnyDb } from '../ledger/index.ts'
import { enqueueAccountMail } from './account-mail-queue.ts'
import { setBinding } from './binding.ts'
import type { AuthDeps } from './index.ts'
import { endSessions } from './sessions.store.ts'

/**
 * Closes the account of the session for good: every session ends, no sign-in is possible any more, and e-mail and name stay
 * reserved. What is virtual is given back. Refuses 10008 {reason: OPEN_ORDERS, account} while an order runs
 * (with product: contracts where it is one),
 * {reason: DEPOSIT_WAITS, orderNo} while a deposit waits to be credited, {reason: WITHDRAWAL_WAITS, orderNo} while a
 * withdrawal has not ended, {reason: LOAN_OPEN, orderNo} while a loan is under review or not repaid, {reason: BID_LEADS} while
 * a bid leads an auction, {reason: BALANCE, asset, amount} while something real is there, and {reason: status} where the
 * account is restricted.
 */
export async function close(deps: AuthDeps, call: Call): Promise<{ closedAt: number }> {
  const { db, accounts, sessions, clock } = deps
  const { customerId } = call.session
  const closedAt = clock.now()
  await db.transaction().execute(async (tx) => {
    const held = await accounts.hold(tx, { id: customerId, to: 'change' })
    if (held === undefined) throw refuse('customerNotFound')
    // Two closings at once: the second finds its session ended by the first.
    if (held.status === 'CLOSED') throw refuse('sessionEnded')
    if (held.status !== 'ACTIVE') throw refuse('accountRestricted', { reason: held.status })
    await mustWaitForNothing(accounts, tx, held)
    const left = await accounts.close(tx, held)
    const running = left?.find((balance) => balance.held > 0n)
    if (running !== undefined) {
      const account = running.asset === 'USDT.virtual' ? 'virtual' : 'real'
      throw refuse('accountRestricted', { reason: 'OPEN_ORDERS', account })
    }
    const [owned] = left ?? []
    if (owned !== undefined) {
      const amount = moneyText({ asset: owned.asset, units: owned.free })
      throw refuse('accountRestricted', { reason: 'BALANCE', asset: owned.asset, amount })
    }
    await endSessions(tx, { customerId })
    await enqueueAccountMail(deps, tx, { customer: held, mail: { template: 'account.closed', params: {} } })
  })
  sessions.forget(customerId)
  setBinding(call, undefined)
  return { closedAt }
}

async function mustWaitForNothing(
  accounts: AuthDeps['accounts'],
  tx: AnyDb,
  { id: customerId, accountId }: { id: string; accountId: bigint },
): Promise<void> {
  const deposit = await accounts.waitingDeposit(tx, customerId)
  if (deposit !== undefined) throw refuse('accountRestricted', { reason: 'DEPOSIT_WAITS', orderNo: deposit })
  // Repaid first: a customer who cannot sign in cannot pay, nor read what is owed.
  const loan = await accounts.openLoan(tx, customerId)
  if (loan !== undefined) throw refuse('accountRestricted', { reason: 'LOAN_OPEN', orderNo: loan })
  // A limit or stop order that waits for its price holds nothing, so that no balance shows it.
  const account = await accounts.openContract(tx, accountId)
  if (account !== undefined) throw refuse('accountRestricted', { reason: 'OPEN_ORDERS', account, product: 'contracts' })
  // What it holds is no order's either: the bid stands until it is outbid or wins.
  if (await accounts.leadsAuction(tx, customerId)) throw refuse('accountRestricted', { reason: 'BID_LEADS' })
  // What it holds is no order's, and money that comes back from one that fails must find its account open.
  const withdrawal = await accounts.waitingWithdrawal(tx, customerId)
  if (withdrawal !== undefined) throw refuse('accountRestricted', { reason: 'WITHDRAWAL_WAITS', orderNo: withdrawal })
}
