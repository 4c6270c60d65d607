import type { Clock } from '../kernel/time/clock.ts'
import { isAway, isSlow, type Db } from '../kernel/db/db.ts'
import type { Log } from '../kernel/log.ts'
import { revalidateWithdrawal } from './revalidate-withdrawal.ts'
import {
  sendToReview,
  completeWithdrawal,
  failWithdrawal,
  keepSigned,
  mayLeave,
  nextWithdrawal,
  putOff,
  takeWithdrawal,
  type Payable,
} from './payout.store.ts'
import type { Screen } from '../domains/chain/sanctions.ts'
import { NetworkDown, type Payment, type Signer } from './signer.ts'

export type PayoutDeps = {
  /** With the role `payout`. */
  db: Db<'withdrawals'>
  clock: Pick<Clock, 'now'>
  log: Log
  mode: 'sandbox' | 'live'
  signer: Signer
  precisionOf: (code: string) => number | undefined
  screen?: Screen | undefined
  /** Called after each step; a test kills the process there. */
  passed?: (step: PayoutStep) => void | Promise<void>
}

/** Between any two of these the process may die; what it had begun is found again. */
export const payoutSteps = ['revalidated', 'taken', 'signed', 'kept', 'sent', 'included', 'completed'] as const
export type PayoutStep = (typeof payoutSteps)[number]

const atOnce = 100
const retryMs = 30_000
const statusRetryMs = 1000
/** Until a step is tried again that a legal hold, or one that is being laid or lifted, stopped. */
const heldMs = 1000

const paymentOf = (params: Payable): Payment => ({
  id: params.id,
  chain: params.chain,
  network: params.network,
  coin: params.coin,
  address: params.address,
  memo: params.memo,
  net: params.net,
})

/**
 * Takes one withdrawal of these states through one step, holding its row; false where there is none. One that cannot be
 * read waits a little and stops no other.
 */
async function holdNext(
  { db, clock, log }: PayoutDeps,
  states: Parameters<typeof nextWithdrawal>[1]['states'],
  run: (tx: Db<'withdrawals'>, params: Payable) => Promise<void>,
): Promise<boolean> {
  let held: Payable | undefined
  try {
    return await db.transaction().execute(async (tx) => {
      held = await nextWithdrawal(tx, { states, now: clock.now() })
      if (held === undefined) return false
      await run(tx, held)
      return true
    })
  } catch (cause) {
    // One whose checks reach the time limit of a statement would be the first again each time, and no other be tried.
    if (held === undefined || (isAway(cause) && !isSlow(cause))) throw cause
    log.error({ withdrawal: held.id, cause: String(cause) }, 'a withdrawal could not be revalidated')
    await putOff(db, { id: held.id, why: 'ASSET_PAUSED', until: clock.now() + retryMs })
    return true
  }
}

/**
 * Pays what may be paid. Each step is one transaction that holds its withdrawal's row, so that two payouts never do one
 * step twice; what is sent was kept before, so that a payout that died sends the same again and nothing anew.
 */
export function createPayout(deps: PayoutDeps) {
  const { clock, log, signer } = deps
  const passed = async (step: PayoutStep): Promise<void> => deps.passed?.(step)

  const take = () =>
    holdNext(deps, ['AUTO_OK', 'APPROVED'], async (tx, params) => {
      const now = clock.now()
      const verdict = await revalidateWithdrawal(tx, params, { ...deps, now })
      await passed('revalidated')
      if (verdict.do === 'pay')
        return (await takeWithdrawal(tx, { id: params.id, at: now })) ? undefined : waitForHold(tx, params)
      if (verdict.do === 'persons' || verdict.for === 'ASSET_PAUSED')
        log.warn({ withdrawal: params.id, because: verdict.because }, 'a withdrawal is not paid now')
      if (verdict.do === 'persons') await sendToReview(tx, { id: params.id, needed: verdict.needed, at: now })
      else await putOff(tx, { id: params.id, why: verdict.for, until: verdict.until })
    })

  const sign = () =>
    holdNext(deps, ['PROCESSING'], async (tx, params) => {
      if (!(await mayLeave(tx, params))) return waitForHold(tx, params)
      const signed = await reached(tx, params, () => signer.sign(paymentOf(params)))
      if (signed === undefined) return
      await passed('signed')
      if (!(await keepSigned(tx, { id: params.id, ...signed, at: clock.now() }))) await waitForHold(tx, params)
    })

  const send = () =>
    holdNext(deps, ['BROADCAST'], async (tx, params) => {
      const { txid = '', signed: bytes } = params
      if (bytes === undefined) throw new Error('what was broadcast was not kept')
      const status = await reached(tx, params, async () => {
        // What the network knows already stays; what it has not seen is not sent under a legal hold.
        const before = (await mayLeave(tx, params)) ? undefined : await signer.statusOf(txid)
        if (before?.state === 'unknown') return before
        await signer.send(paymentOf(params), { txid, bytes })
        await passed('sent')
        return signer.statusOf(txid)
      })
      if (status === undefined) return
      const at = clock.now()
      if (status.state === 'waits' || status.state === 'unknown')
        return putOff(tx, { id: params.id, why: undefined, until: at + statusRetryMs })
      await passed('included')
      if (status.state === 'never') await failWithdrawal(tx, { id: params.id, proof: status.proof, at })
      else await completeWithdrawal(tx, { id: params.id, at })
    })

  const waitForHold = (tx: Db<'withdrawals'>, { id }: Payable): Promise<void> =>
    putOff(tx, { id, why: undefined, until: clock.now() + heldMs })

  /** The response of the chain; where it cannot be reached, the withdrawal is deferred and states what it waits for. */
  async function reached<T>(tx: Db<'withdrawals'>, params: Payable, request: () => Promise<T>): Promise<T | undefined> {
    try {
      return await request()
    } catch (cause) {
      if (!(cause instanceof NetworkDown)) throw cause
      await putOff(tx, { id: params.id, why: 'NETWORK_DOWN', until: clock.now() + retryMs })
      return undefined
    }
  }

  const each = async (run: () => Promise<boolean>, after: PayoutStep): Promise<void> => {
    for (let count = 0; count < atOnce && (await run()); count += 1) await passed(after)
  }

  return {
    /** One run over everything that can go on; the rest waits for the next. */
    async runOnce(): Promise<void> {
      await each(take, 'taken')
      await each(sign, 'kept')
      await each(send, 'completed')
    },
  }
}

export type Payout = ReturnType<typeof createPayout>
