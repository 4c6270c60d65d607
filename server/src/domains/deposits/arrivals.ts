import type { Chain } from '@evenhand/protocol/funds.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { tellCredited } from './approve-deposit.ts'
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
import { depositTold } from './deposit-notices.ts'
import type { DepositsConsoleDeps, DepositsDeps } from './deposits.deps.ts'
import { findDeposit, type DepositsDb } from './deposits.store.ts'

export type ArrivalsDeps = {
  /** As the role `chain`. */
  db: DepositsDb
  clock: Clock
  log: Log
} & Pick<DepositsDeps, 'usdtOf' | 'tell' | 'moved'> &
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
  if (found?.fresh === true) await tellSeen(deps, found.depositId)
}

async function settle(of: ArrivalsDeps, { chain, head }: { chain: Chain; head: bigint }): Promise<void> {
  for (const { id, network, status } of await openArrivals(of.db, chain)) {
    const final = { id, network, head, at: of.clock.now() }
    if (status === 'CONFIRMING') await credit(of, final)
    else await reverse(of, final)
  }
}

type Final = Parameters<typeof reverseArrival>[1]

async function credit(of: ArrivalsDeps, final: Final): Promise<void> {
  const before = await findDeposit(of.db, final)
  if (before === undefined) return
  const screened = before.fromAddress === null ? 'clear' : (of.screen?.(before.fromAddress) ?? 'clear')
  if (screened === 'listed') return hold(of, final)
  // An old list clears nobody: the deposit waits, and after a day stands with people as overdue.
  if (screened === 'stale') return
  const usdt = of.usdtOf(before.coin, before.arrived ?? before.amount)
  if (!(await creditArrival(of.db, { ...final, usdt }))) return
  const row = await findDeposit(of.db, final)
  if (row !== undefined) tellCredited(of, row)
  for (const id of await rejectedBeside(of.db, final)) {
    const wrong = await findDeposit(of.db, { id })
    if (wrong === undefined) continue
    const { accountId, coin, amount, round } = wrong
    of.tell([
      depositTold('deposit.rejected', {
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
async function hold(of: ArrivalsDeps, { id, network, head }: Final): Promise<void> {
  if (!(await holdArrival(of.db, { id, network, head, reference: 'SANCTIONS_LIST' }))) return
  const row = await findDeposit(of.db, { id })
  if (row === undefined) return
  const { accountId, coin, arrived, amount, round } = row
  of.log.warn(
    { chain: row.chain, deposit: id },
    'a deposit comes from a sender on the list of sanctions: it is on hold',
  )
  of.tell([depositTold('deposit.on_hold', { id, accountId, coin, units: arrived ?? amount, round })])
}

async function reverse(of: ArrivalsDeps, final: Final): Promise<void> {
  const reversed = await reverseArrival(of.db, final)
  const row = reversed && (await findDeposit(of.db, final))
  if (reversed === undefined || row === undefined) return
  const { id, accountId, coin, credited, round } = row
  of.log.error(
    { chain: row.chain, deposit: id, debt: String(reversed.debt) },
    'a credited deposit is gone from its chain',
  )
  const told = depositTold('deposit.reversed', { id, accountId, coin, units: credited ?? 0n, round })
  const debt = reversed.debt === 0n ? {} : { debt: moneyText({ asset: coin, units: reversed.debt }) }
  of.tell([{ ...told, params: { ...told.params, ...debt } }])
  of.moved(accountId)
}

async function tellSeen(of: ArrivalsDeps, id: string): Promise<void> {
  const row = await findDeposit(of.db, { id })
  if (row === undefined) return
  of.tell([depositTold('deposit.submitted', { id, accountId: row.accountId, coin: row.coin, units: row.amount })])
}
