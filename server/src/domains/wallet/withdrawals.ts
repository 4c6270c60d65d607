import type { Withdrawal } from '@evenhand/protocol/withdrawals.ts'
import type { WithdrawalStatus } from '@evenhand/protocol/states.ts'
import { fundMethods, withdrawalFeeRate } from '@evenhand/protocol/funds.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import type { Call } from '../../kernel/http.ts'
import { startJob, type Job } from '../../kernel/jobs.ts'
import { refuse } from '../../kernel/refusal.ts'
import { createAddresses, linesOfAddress } from './addresses.ts'
import { createAskWithdrawal } from './ask-withdrawal.ts'
import { createFundPassword } from './fund-password.ts'
import { createFundReset } from './fund-reset.ts'
import { linesOfQuote, maxWithdrawal, quoteWithdrawal, type QuoteAsk, type QuoteDeps } from './quote-withdrawal.ts'
import { tellSteps } from './tell-steps.ts'
import { wireWithdrawal } from './view-withdrawal.ts'
import { createWhitelistMode } from './whitelist-mode.ts'
import type { WithdrawalsDeps } from './withdrawals.deps.ts'
import { forgetQuotes } from './withdrawal-quotes.store.ts'
import { cancelWithdrawal, findWithdrawal, listWithdrawals, markOverdue } from './withdrawals.store.ts'

type ListAsk = { status?: WithdrawalStatus | undefined; page?: number | undefined; size?: number | undefined }
const mostAtOnce = 100

/** Money that leaves: the fund password, the address book, quotes and withdrawals. What pays them is another process. */
export function createWithdrawals(deps: WithdrawalsDeps) {
  const { db, clock, log } = deps
  const fundPasswords = createFundPassword(deps)
  const fundResets = createFundReset({ ...deps, hashOf: fundPasswords.hashOf })
  const whitelistMode = createWhitelistMode(deps, fundPasswords)
  const asking: QuoteDeps = {
    ...deps,
    async protectionChangedAt(customerId) {
      const times = await Promise.all([deps.securityChangedAt(customerId), fundPasswords.changedAt(customerId)])
      const known = times.filter((at) => at !== undefined)
      return known.length === 0 ? undefined : Math.max(...known)
    },
  }
  const addresses = createAddresses(asking, fundPasswords)
  const ask = createAskWithdrawal({ ...asking, fundPasswords })
  const told = (): Promise<void> => tellSteps(deps)

  /** Notes what is overdue, which addresses' day is over, and forgets quotes that have ended. */
  const turn = async (): Promise<void> => {
    const now = clock.now()
    await markOverdue(db, now)
    await addresses.activate()
    await forgetQuotes(db, now)
    await fundResets.forgetPictures()
    await told()
  }

  return {
    fundPasswords,
    fundResets,
    addresses,
    whitelistMode,
    quote: (of: QuoteAsk, call: Call) => quoteWithdrawal(asking, of, call),
    max: (of: { method: string; addressId?: string | undefined }, call: Call) => maxWithdrawal(asking, of, call),
    /** What a mailed code for a quote confirms. */
    linesOfQuote: (of: { customerId: string; boundTo: string }) => linesOfQuote(deps, of),
    linesOfAddress: async ({ boundTo }: { boundTo: string }) => linesOfAddress(boundTo),
    async ask(...of: Parameters<typeof ask>): Promise<Withdrawal> {
      const asked = await ask(...of)
      void told().catch((cause: unknown) => log.error({ cause: String(cause) }, 'steps of withdrawals were not told'))
      return asked
    },
    async list({ status, page, size = 20 }: ListAsk, { session: { customerId } }: Call) {
      const limit = page === undefined ? mostAtOnce : size
      const offset = page === undefined ? 0 : (page - 1) * size
      const { rows, total } = await listWithdrawals(db, { customerId, status, limit, offset })
      const wire = rows.map((row) => wireWithdrawal(row))
      return page === undefined ? wire : { rows: wire, total, page, size }
    },
    /** Takes a withdrawal back until it is being paid; refuses 40039 from then on. Asked again, it answers the same. */
    async cancel({ id }: { id: string }, { session: { customerId, accountId } }: Call): Promise<Withdrawal> {
      const done = await cancelWithdrawal(db, { id, customerId, at: clock.now() })
      const stored = await findWithdrawal(db, { id, customerId })
      if (stored === undefined || (!done && stored.status !== 'CANCELLED')) throw refuse('notFound')
      if (done) {
        deps.moved({ accountId })
        await told()
      }
      return wireWithdrawal(stored)
    },
    /** Tells what happened to withdrawals and addresses since the last time. */
    tell: told,
    turn,
    start(): Job {
      const jobs = [
        startJob({ name: 'tell steps of withdrawals', everyMs: 1000, run: told, log }),
        startJob({ name: 'look at withdrawals', everyMs: 15_000, run: turn, log, clock }),
      ]
      return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) }
    },
  }
}

/** What `getParamByKey/withdraw_account` answers. */
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
