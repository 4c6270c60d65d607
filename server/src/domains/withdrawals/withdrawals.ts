import type { Withdrawal } from '@evenhand/protocol/withdrawals.ts'
import type { WithdrawalStatus } from '@evenhand/protocol/states.ts'
import { fundMethods, withdrawalFeeRate } from '@evenhand/protocol/funds.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { JobSpec } from '../../kernel/module/module.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { createRequestWithdrawal } from './request-withdrawal.ts'
import { maxWithdrawal, quoteWithdrawal, type QuoteRequest } from './quote-withdrawal.ts'
import { wireWithdrawal } from './view-withdrawal.ts'
import type { WithdrawalsDeps } from './withdrawals.deps.ts'
import { forgetQuotes } from './withdrawal-quotes.store.ts'
import { cancelWithdrawal, findWithdrawal, listWithdrawals, markOverdue } from './withdrawals.store.ts'

type ListRequest = { status?: WithdrawalStatus | undefined; page?: number | undefined; size?: number | undefined }
const maxAtOnce = 100

/** Money that leaves: quotes and withdrawals. What pays them is another process. */
export function createWithdrawals(deps: WithdrawalsDeps) {
  const { db, clock } = deps
  const request = createRequestWithdrawal(deps)

  /** Notes what is overdue, and forgets quotes that have ended. */
  const runOnce = async (): Promise<void> => {
    const now = clock.now()
    await markOverdue(db, now)
    await forgetQuotes(db, now)
  }

  return {
    quote: (options: QuoteRequest, call: Call) => quoteWithdrawal(deps, options, call),
    max: (options: Parameters<typeof maxWithdrawal>[1], call: Call) => maxWithdrawal(deps, options, call),
    request,
    async list({ status, page, size = 20 }: ListRequest, { session: { customerId } }: Call) {
      const limit = page === undefined ? maxAtOnce : size
      const offset = page === undefined ? 0 : (page - 1) * size
      const { rows, total } = await listWithdrawals(db, { customerId, status, limit, offset })
      const wire = rows.map((row) => wireWithdrawal(row))
      return page === undefined ? wire : { rows: wire, total, page, size }
    },
    /** Takes a withdrawal back until it is being paid; refuses 40039 from then on. Requested again, it returns the same. */
    async cancel({ id }: { id: string }, { session: { customerId } }: Call): Promise<Withdrawal> {
      const done = await cancelWithdrawal(db, { id, customerId, at: clock.now() })
      const stored = await findWithdrawal(db, { id, customerId })
      if (stored === undefined || (!done && stored.status !== 'CANCELLED')) throw refuse('notFound')
      return wireWithdrawal(stored)
    },
    runOnce,
    jobs: [{ name: 'mark overdue withdrawals', everyMs: 15_000, run: runOnce, byClock: true }] as readonly JobSpec[],
  }
}

/** The result of `getParamByKey/withdraw_account`. */
export const withdrawalMethods = () =>
  fundMethods.map(({ method, coin, network, minWithdrawal, feeCap }) => ({
    method,
    coin,
    network,
    min: moneyText({ asset: coin, units: minWithdrawal }),
    feeRate: withdrawalFeeRate.text,
    feeCap: moneyText({ asset: coin, units: feeCap }),
    // Minutes a payout takes once it is approved; the day's clock is what is promised.
    eta: etaMinutes[network],
  }))

const etaMinutes = { TRC20: 5, ERC20: 10, Bitcoin: 60, Ethereum: 10 } as const

export type Withdrawals = ReturnType<typeof createWithdrawals>
