import type { Chain } from '@evenhand/protocol/funds.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { notifyCredited } from './approve-deposit.ts'
import {
  creditArrival,
  givenAddresses,
  holdArrival,
  keepAddresses,
  openArrivals,
  rejectedBeside,
  reverseArrival,
  seeShared,
  seeTransfer,
  type Transfer,
} from './arrivals.store.ts'
import { depositNotice } from './deposit-notices.ts'
import type { DepositsConsoleDeps, DepositsDeps } from './deposits.deps.ts'
import { findDeposit, type DepositsDb } from './deposits.store.ts'

export type ArrivalsDeps = {
  /** As the role `chain`. */
  db: DepositsDb
  clock: Clock
  log: Log
} & Pick<DepositsDeps, 'usdtOf' | 'notify' | 'moved'> &
  Pick<DepositsConsoleDeps, 'screen'>

/** What a watched chain shows, made into deposits: each call may be repeated, and be made by several processes at once. */
export const createArrivals = (deps: ArrivalsDeps) => ({
  keepAddresses: (params: { chain: Chain; addresses: readonly string[] }) => keepAddresses(deps.db, params),
  givenAddresses: (chain: Chain) => givenAddresses(deps.db, chain),
  see: (params: Seeing) => see(deps, params),
  settle: (params: { chain: Chain; head: bigint }) => settle(deps, params),
})

type Seeing = { chain: Chain; transfer: Transfer; height: bigint; shared: boolean }

async function see(deps: ArrivalsDeps, { shared, ...seen }: Seeing): Promise<void> {
  const { db, clock } = deps
  const at = clock.now()
  if (shared) return seeShared(db, { ...seen, at })
  const found = await seeTransfer(db, { ...seen, id: uuidV7(at), at })
  if (found?.fresh === true) await notifySeen(deps, found.depositId)
}

async function settle(options: ArrivalsDeps, { chain, head }: { chain: Chain; head: bigint }): Promise<void> {
  for (const { id, network, status } of await openArrivals(options.db, chain)) {
    const final = { id, network, head, at: options.clock.now() }
    if (status === 'CONFIRMING') await credit(options, final)
    else await reverse(options, final)
  }
}

type Final = Parameters<typeof reverseArrival>[1]

async function credit(options: ArrivalsDeps, final: Final): Promise<void> {
  const before = await findDeposit(options.db, final)
  if (before === undefined) return
  const screened = before.fromAddress === null ? 'clear' : (options.screen?.(before.fromAddress) ?? 'clear')
  if (screened === 'listed') return hold(options, final)
  // An old list clears nobody: the deposit waits, and after a day stands with people as overdue.
  if (screened === 'stale') return
  const usdt = options.usdtOf(before.coin, before.arrived ?? before.amount)
  if (!(await creditArrival(options.db, { ...final, usdt }))) return
  const row = await findDeposit(options.db, final)
  if (row !== undefined) notifyCredited(options, row)
  for (const id of await rejectedBeside(options.db, final)) {
    const wrong = await findDeposit(options.db, { id })
    if (wrong === undefined) continue
    const { accountId, coin, amount, round } = wrong
    options.notify([
      depositNotice('deposit.rejected', {
        id,
        accountId,
        coin,
        units: amount,
        reason: 'NOT_FOUND',
        resubmitted: true,
        round,
      }),
    ])
  }
}

/** Whoever is on a list of sanctions may not be dealt with: people decide, and the customer knows that it waits for them. */
async function hold(options: ArrivalsDeps, { id, network, head }: Final): Promise<void> {
  if (!(await holdArrival(options.db, { id, network, head, reference: 'SANCTIONS_LIST' }))) return
  const row = await findDeposit(options.db, { id })
  if (row === undefined) return
  const { accountId, coin, arrived, amount, round } = row
  options.log.warn(
    { chain: row.chain, deposit: id },
    'a deposit comes from a sender on the list of sanctions: it is on hold',
  )
  options.notify([depositNotice('deposit.on_hold', { id, accountId, coin, units: arrived ?? amount, round })])
}

async function reverse(options: ArrivalsDeps, final: Final): Promise<void> {
  const reversed = await reverseArrival(options.db, final)
  const row = reversed && (await findDeposit(options.db, final))
  if (reversed === undefined || row === undefined) return
  const { id, accountId, coin, credited, round } = row
  options.log.error(
    { chain: row.chain, deposit: id, debt: String(reversed.debt) },
    'a credited deposit is gone from its chain',
  )
  const notified = depositNotice('deposit.reversed', { id, accountId, coin, units: credited ?? 0n, round })
  const debt = reversed.debt === 0n ? {} : { debt: moneyText({ asset: coin, units: reversed.debt }) }
  options.notify([{ ...notified, params: { ...notified.params, ...debt } }])
  options.moved(accountId)
}

async function notifySeen(options: ArrivalsDeps, id: string): Promise<void> {
  const row = await findDeposit(options.db, { id })
  if (row === undefined) return
  options.notify([
    depositNotice('deposit.submitted', { id, accountId: row.accountId, coin: row.coin, units: row.amount }),
  ])
}
