import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { allCauses } from '../../src/app/ledger-causes.ts'
import { auditCauses, createLedger } from '../../src/domains/ledger/index.ts'
import { openOwner, owned } from '../../src/kernel/db/db.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { setScene, strikeScene, type Scene } from './kill-drill.ts'
import { beginPayday, overdue, position } from './payday-scene.ts'
import {
  databaseUrl,
  killAll,
  killings,
  startProduct,
  untilReady,
  type Killing,
  type RunningProduct,
} from './running-product.ts'

/** How far a payday was when something was killed: yields that were paid, and loans that were set off. */
export type PaydayKill = { killing: Killing; paid: number; setOff: number; readyMs: number }
export type PaydayResult = {
  kills: PaydayKill[]
  yields: number
  loans: number
  /** Yields, returns of principals, set-offs and notices that are missing, or are there more than once. */
  lost: number
  doubled: number
  /** What the audits find in the books that they did not find before. */
  broken: string[]
}
type Params = {
  kills: readonly Killing[]
  positions: number
  loans: number
  onKill?: (kill: PaydayKill) => void
}

/**
 * A payday of thirty days of so many positions, with as many overdue loans that are set off, is killed by -9 again and again
 * while it pays: the process that has the clock, the whole server, the database. Afterwards every yield, every principal,
 * every set-off and every notice of them is counted, and the books are audited.
 */
export async function runPaydayDrill({ kills, positions, loans, onKill }: Params): Promise<PaydayResult> {
  const { scene, product: first } = await setScene(positions + loans)
  let product = first
  const killed: PaydayKill[] = []
  try {
    const before = new Set(await findings(scene))
    await beginPayday(databaseUrl(scene.dataDir), { positions, loans })
    for (const killing of kills) {
      const progress = await untilUnderWay(scene, { positions, loans, killed })
      if (progress === undefined) break
      const next = await kill(scene, product, killing)
      product = next.product
      const one = { killing, ...progress, readyMs: next.readyMs }
      killed.push(one)
      onKill?.(one)
    }
    await untilDone(scene, { positions, loans })
    const counted = await count(scene, { positions, loans })
    const broken = (await findings(scene)).filter((found) => !before.has(found))
    return { kills: killed, yields: positions * position.days, loans, ...counted, broken }
  } finally {
    await strikeScene(scene, product)
  }
}

async function kill(scene: Scene, product: RunningProduct, killing: Killing) {
  const began = performance.now()
  killAll(killings[killing](product, scene.dataDir))
  const died = killing === 'server' || killing === 'both'
  if (died) await product.ended
  const next = died ? startProduct(scene) : product
  await untilReady(next)
  return { product: next, readyMs: Math.round(performance.now() - began) }
}

type Progress = { paid: number; setOff: number }
type Wanted = { positions: number; loans: number }

/** Runs a question at the database, which may be on its way back. */
async function selectRow<R extends pg.QueryResultRow>({ dataDir }: Scene, text: string): Promise<R> {
  for (let tried = 0; ; tried += 1) {
    const client = new pg.Client({ connectionString: databaseUrl(dataDir), connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<R>(text)
      const [row] = rows
      if (row === undefined) throw new Error(`no result: ${text}`)
      return row
    } catch (cause) {
      if (tried > 200) throw cause
      await wait(100)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

const progressOf = (scene: Scene): Promise<Progress> =>
  selectRow<Progress>(
    scene,
    `select (select coalesce(sum(paid_days), 0)::int from plans.positions) as paid,
      (select count(*)::int from loans.payments where kind = 'SET_OFF') as "setOff"`,
  )

const isDone = ({ paid, setOff }: Progress, { positions, loans }: Wanted): boolean =>
  paid >= positions * position.days && setOff >= loans

/**
 * Waits until more is done than at the last kill and something is left: alternating yields and set-offs, as long as
 * there are any. Undefined where nothing is left.
 */
async function untilUnderWay(
  scene: Scene,
  params: Wanted & { killed: readonly PaydayKill[] },
): Promise<Progress | undefined> {
  const last = params.killed.at(-1) ?? { paid: 0, setOff: 0 }
  for (;;) {
    const now = await progressOf(scene)
    if (isDone(now, params)) return undefined
    const isYields =
      now.setOff >= params.loans || (params.killed.length % 2 === 0 && now.paid < params.positions * position.days)
    if (isYields ? now.paid > last.paid : now.setOff > last.setOff) {
      // A random moment between two steps of what runs now.
      await wait(Math.random() * (isYields ? 150 : 1500))
      return progressOf(scene)
    }
    await wait(20)
  }
}

const patienceMs = 300_000

async function untilDone(scene: Scene, wanted: Wanted): Promise<void> {
  const began = performance.now()
  while (!isDone(await progressOf(scene), wanted)) {
    if (performance.now() - began > patienceMs) throw new Error(`not paid: ${JSON.stringify(await progressOf(scene))}`)
    await wait(250)
  }
  // Notices follow their events.
  while ((await unwritten(scene)) > 0 && performance.now() - began < patienceMs) await wait(250)
}

const unwritten = async (scene: Scene): Promise<number> =>
  (
    await selectRow<{ n: number }>(
      scene,
      `select (select count(*) from plans.positions p where p.status = 'COMPLETED'
          and not exists (select from notices.notices n where n.ref = 'plan.completed ' || p.id))::int
        + (select count(*) from loans.payments y where not exists (
          select from notices.notices n where n.ref = 'loan.set_off ' || y.id))::int as n`,
    )
  ).n

/** Counts what there should be once of each position and each loan. */
async function count(scene: Scene, { positions, loans }: Wanted): Promise<{ lost: number; doubled: number }> {
  const yields = positions * position.days
  const end = position.principal + position.daily * BigInt(position.days)
  const found = await selectRow<
    Record<'entries' | 'days' | 'rich' | 'poor' | 'repaid' | 'payments' | 'loans' | 'overdue', number>
  >(
    scene,
    `select
      (select count(*)::int from ledger.entries where kind = 'plan.yield') as entries,
      (select count(*)::int from (select distinct ref, at from ledger.entries where kind = 'plan.yield') d) as days,
      (select count(*)::int from plans.positions p join ledger.balances b on b.account_id = p.account_id and b.asset = 1 and b.shard = 0
        where p.status = 'COMPLETED' and p.paid_days = p.days and b.held = 0 and b.free = ${end}) as rich,
      (select count(*)::int from loans.loans l join ledger.balances b on b.account_id = l.account_id and b.asset = 1 and b.shard = 0
        where l.status = 'OVERDUE' and b.free = 0 and l.principal_paid + l.interest_paid = ${overdue.poor}) as poor,
      (select count(*)::int from loans.loans l join ledger.balances b on b.account_id = l.account_id and b.asset = 1 and b.shard = 0
        where l.status = 'REPAID' and b.free = ${overdue.rich} - l.principal_paid - l.interest_paid) as repaid,
      (select count(*)::int from loans.payments) as payments,
      (select count(distinct loan_id)::int from loans.payments) as loans,
      (select count(*)::int from loans.score_events where kind = 'OVERDUE') as overdue`,
  )
  const missing = [
    yields - found.days,
    positions - found.rich,
    loans - found.poor - found.repaid,
    loans - found.loans,
    loans - found.overdue,
    await unwritten(scene),
  ]
  const doubles = [found.entries - found.days, found.payments - found.loans]
  const sum = (all: readonly number[]): number => all.reduce((total, one) => total + Math.max(0, one), 0)
  return { lost: sum(missing), doubled: sum(doubles) }
}

/** The findings of the audits of the books: of sums, and of what each entry and hold stands for. */
async function findings({ dataDir }: Scene): Promise<string[]> {
  const owner = openOwner(databaseUrl(dataDir))
  try {
    const db = owned<'ledger'>(owner)
    const sums = await createLedger({ db, clock: systemClock, log: silentLog, held: allCauses.held }).audit()
    const causes = await auditCauses(db, allCauses)
    return [
      ...sums.flatMap(({ ok, statement, detail }) => (ok ? [] : [`${statement}: ${detail.join(', ')}`])),
      // What the drill gave, and that no operator approved its loans or knows their people, is no work of the product.
      ...causes.findings
        .filter(({ at, found }) => !/, test/.test(at) && !/approvals$|^\d+ after|tier/.test(found))
        .map(({ at, found }) => `${at}: ${found}`),
    ]
  } finally {
    await owner.destroy()
  }
}
