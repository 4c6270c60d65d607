import type { BenchParams } from './arguments.ts'
import { goals, type Figure } from './goals.ts'
import type { Ground } from './ground.ts'
import { customerAccounts, fillReserve, openOptionsRig, type OptionsRig } from './options-rig.ts'
import { runPart } from './run-part.ts'
import { openTpcb } from './tpcb.ts'

const limitTime = 60
const inFlight = 1000

/** Options of many customers, all accepted in one second, all expiring in one second; how long until their money has moved. */
export async function benchSettle(params: BenchParams, ground: Ground): Promise<Figure[]> {
  await fillReserve(ground.url, 10n ** 16n)
  const accounts = (await customerAccounts(ground.url)).slice(0, params.expiring)
  const tpcb = await openTpcb(ground)
  const rig = await openOptionsRig(ground.url, { byHand: true })
  try {
    const rates = [(await tpcb.run(params.seconds)).tps]
    const runs: { ms: number; postgres: number; node: number }[] = []
    for (let run = 0; run < Math.min(3, params.rounds); run += 1) {
      runs.push(await settleOnce(rig, accounts, ground))
      rates.push((await tpcb.run(params.seconds)).tps)
      console.log(`${params.expiring} settled in ${runs.at(-1)?.ms.toFixed(0)} ms; TPC-B ${rates.at(-1)?.toFixed(0)}/s`)
    }
    const broken = (await rig.ledger.audit()).filter(({ ok }) => !ok)
    if (broken.length > 0) throw new Error(`the books do not add up: ${JSON.stringify(broken)}`)
    return figuresOf({ runs, rates, expiring: accounts.length, how: tpcb.how })
  } finally {
    await rig.close()
  }
}

/** Buys an option for each account, lets all expire, and settles them: wall time in ms, CPU time of PostgreSQL and Node in µs. */
export async function settleOnce(rig: OptionsRig, accounts: readonly bigint[], ground: Ground) {
  const second = Math.ceil(rig.now() / 1000) * 1000 + 1000
  await rig.tickAt(second, 5_210_000n)
  await buyAll(rig, accounts)
  // Every second one is UP: half of them win.
  await rig.tickAt(second + 1000, 5_210_000n)
  await rig.tickAt(second + 1000 + limitTime * 1000, 5_210_100n)
  await rig.tickAt(second + 2000 + limitTime * 1000, 5_210_100n)
  const [database, cpu, began] = [ground.postgresCpu(), process.cpuUsage(), performance.now()]
  await rig.options.settleNow()
  const ms = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  return { ms, postgres: ground.postgresCpu() - database, node: user + system }
}

async function buyAll(rig: OptionsRig, accounts: readonly bigint[]): Promise<void> {
  let next = 0
  const buyer = async (): Promise<void> => {
    for (let index = next++; index < accounts.length; index = next++)
      await rig.buy(accounts[index] ?? 0n, limitTime, index % 2 === 0 ? 'UP' : 'DOWN')
  }
  await Promise.all(Array.from({ length: inFlight }, buyer))
}

type Params = { runs: { ms: number; postgres: number; node: number }[]; rates: number[]; expiring: number; how: string }

function figuresOf({ runs, rates, expiring, how }: Params): Figure[] {
  const part = 'settle'
  const ratios = runs.map(({ ms }, index) => {
    const beside = ((rates[index] ?? 0) + (rates[index + 1] ?? 0)) / 2
    return (expiring * 1000) / ms / beside
  })
  const middle = runs.toSorted((a, b) => a.ms - b.ms)[Math.floor(runs.length / 2)]
  const each = (micros = 0): string => `${(micros / expiring).toFixed(0)} µs`
  return [
    {
      part,
      what: `${expiring} options expiring in one second, settled with entries`,
      value: (middle?.ms ?? 0) / 1000,
      unit: 's',
      note: `median of ${runs.length} runs; an option costs PostgreSQL ${each(middle?.postgres)} and Node ${each(middle?.node)}, in two lanes; books audited after`,
    },
    {
      part,
      what: 'settlement rate ÷ TPC-B',
      value: ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0,
      unit: '×',
      goal: goals.settle,
      note: `${how} before and after each run: ${rates.map((rate) => rate.toFixed(0)).join(', ')} tps`,
    },
  ]
}

if (import.meta.main) await runPart('settle', benchSettle)
