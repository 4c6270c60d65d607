import type { Chain } from '@evenhand/protocol/funds.ts'
import { eachApart } from '../../kernel/concurrency/apart.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { NotificationEvent } from '../notices/index.ts'
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
import { creditedNotice, depositNotice, rejectedNotice, reversedNotice } from './deposit-notices.ts'
import type { DepositsConsoleDeps, DepositsDeps } from './deposits.deps.ts'
import { findDeposit, type DepositRow, type DepositsDb } from './deposits.store.ts'

export type ArrivalsDeps = {
  /** As the role `chain`. */
  db: DepositsDb
  clock: Clock
  log: Log
} & Pick<DepositsDeps, 'usdtOf' | 'enqueueNotices' | 'moved'> &
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
  await db.transaction().execute(async (tx) => {
    const found = await seeTransfer(tx, { ...seen, id: uuidV7(at), at })
    const row = found?.fresh === true ? await findDeposit(tx, { id: found.depositId }) : undefined
    if (row === undefined) return
    const { id, accountId, coin, amount: units } = row
    await deps.enqueueNotices(tx, [depositNotice('deposit.submitted', { id, accountId, coin, units })])
  })
}

async function settle(options: ArrivalsDeps, { chain, head }: { chain: Chain; head: bigint }): Promise<void> {
  await eachApart(await openArrivals(options.db, chain), {
    async run({ id, network, status }) {
      const final = { id, network, head, at: options.clock.now() }
      await (status === 'CONFIRMING' ? credit(options, final) : reverse(options, final))
    },
    // As where coins that it takes back have left custody: it is tried again, and keeps no other deposit waiting.
    failed: ({ id }, cause) =>
      options.log.error({ chain, deposit: id, cause: String(cause) }, 'a deposit could not be settled'),
  })
}

type Final = Parameters<typeof reverseArrival>[1]

async function credit(options: ArrivalsDeps, final: Final): Promise<void> {
  const before = await findDeposit(options.db, final)
  if (before === undefined) return
  const screened = before.fromAddress === null ? 'clear' : (options.screen?.(before.fromAddress) ?? 'clear')
  if (screened === 'listed') return hold(options, final)
  // An old list clears no address: the deposit waits, and after a day stands with people as overdue.
  if (screened === 'stale') return
  const usdt = options.usdtOf(before.coin, before.arrived ?? before.amount)
  const credited = await options.db.transaction().execute(async (tx) => {
    if (!(await creditArrival(tx, { ...final, usdt }))) return undefined
    const row = await findDeposit(tx, final)
    const rejected = await Promise.all((await rejectedBeside(tx, final)).map((id) => findDeposit(tx, { id })))
    await options.enqueueNotices(tx, [
      ...(row === undefined ? [] : [creditedNotice(row)]),
      ...rejected.flatMap((wrong) => (wrong === undefined ? [] : [foreignNotice(wrong)])),
    ])
    return row
  })
  if (credited !== undefined) options.moved(credited.accountId)
}

/** The notice that a claim was of another customer's transaction. */
const foreignNotice = ({ id, accountId, coin, amount: units, round }: DepositRow): NotificationEvent =>
  rejectedNotice({ id, accountId, coin, units, reason: 'NOT_FOUND', resubmitted: true, round })

/** A listed address may not be dealt with: operators decide, and the customer knows that it waits for them. */
async function hold(options: ArrivalsDeps, { id, network, head }: Final): Promise<void> {
  const row = await options.db.transaction().execute(async (tx) => {
    if (!(await holdArrival(tx, { id, network, head, reference: 'SANCTIONS_LIST' }))) return undefined
    const held = await findDeposit(tx, { id })
    if (held === undefined) return undefined
    const { accountId, coin, arrived, amount, round } = held
    const notice = { id, accountId, coin, units: arrived ?? amount, round }
    await options.enqueueNotices(tx, [depositNotice('deposit.on_hold', notice)])
    return held
  })
  if (row === undefined) return
  options.log.warn(
    { chain: row.chain, deposit: id },
    'a deposit comes from a sender on the list of sanctions: it is on hold',
  )
}

async function reverse(options: ArrivalsDeps, final: Final): Promise<void> {
  const gone = await options.db.transaction().execute(async (tx) => {
    const reversed = await reverseArrival(tx, final)
    const row = reversed && (await findDeposit(tx, final))
    if (reversed === undefined || row === undefined) return undefined
    const { id, accountId, coin, credited, round } = row
    const { debt } = reversed
    await options.enqueueNotices(tx, [reversedNotice({ id, accountId, coin, units: credited ?? 0n, round, debt })])
    return { ...row, debt: String(reversed.debt) }
  })
  if (gone === undefined) return
  const { chain, id, debt, accountId } = gone
  options.log.error({ chain, deposit: id, debt }, 'a credited deposit is gone from its chain')
  options.moved(accountId)
}
