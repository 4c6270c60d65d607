import type { BenchParams } from './arguments.ts'
import { goals, median, type Figure } from './goals.ts'
import type { Ground } from './ground.ts'
import { openContractsRig, type ContractsRig, type WantedPosition } from './contracts-rig.ts'
import { customerAccounts } from './options-rig.ts'
import { runPart } from './run-part.ts'
import { lotsWorth } from './contract-sizes.ts'
import type { Instrument } from '../../server/src/domains/markets/index.ts'

const positions = 100_000
const perAccount = 10
const seconds = 60
const stops = 10_000
const closeOuts = 2_000

type Round = { ms: number; node: number; postgres: number }

/**
 * 100 000 open positions on all instruments quoted in dollars, one tick of each a second: CPU time of a second. Then a
 * second in which 10 000 stops are passed and 2 000 positions close out.
 */
export async function benchContracts(_: BenchParams, ground: Ground): Promise<Figure[]> {
  const rig = await openContractsRig(ground.url)
  try {
    const accounts = await customerAccounts(ground.url)
    const opening = await open(rig, ground, accounts)
    const rounds = await hold(rig, ground)
    const burst = await passStops(rig, ground, accounts.slice(positions / perAccount))
    const broken = (await rig.ledger.audit()).filter(({ ok }) => !ok)
    if (broken.length > 0) throw new Error(`the books do not add up: ${JSON.stringify(broken)}`)
    return figuresOf({ opening, rounds, burst })
  } finally {
    await rig.close()
  }
}

async function measured(ground: Ground, work: () => Promise<unknown>): Promise<Round> {
  const [database, cpu, began] = [ground.postgresCpu(), process.cpuUsage(), performance.now()]
  await work()
  const { user, system } = process.cpuUsage(cpu)
  const ms = performance.now() - began
  return { ms, node: (user + system) / 1000, postgres: (ground.postgresCpu() - database) / 1000 }
}

/** Opens them through the record: orders that wait, and the tick which fills them all. */
async function open(rig: ContractsRig, ground: Ground, accounts: readonly bigint[]): Promise<Round> {
  const { instruments } = rig
  rig.second(instruments.map((one) => [one, one.refUnits]))
  await rig.contracts.holdNow()
  await rig.place(
    Array.from({ length: positions }, (_, index): WantedPosition => {
      const instrument = instruments[index % instruments.length] as Instrument
      return {
        accountId: accounts[index % (positions / perAccount)] as bigint,
        instrument,
        side: index % 3 === 0 ? 'SELL' : 'BUY',
        lots: lotsWorth(instrument, 1000n),
        leverage: 2,
        stopLoss: null,
      }
    }),
  )
  rig.second(instruments.map((one) => [one, one.refUnits]))
  return measured(ground, () => rig.contracts.holdNow())
}

/** A second after the other with small movements, as fast as they go. */
async function hold(rig: ContractsRig, ground: Ground): Promise<Round[]> {
  const rounds: Round[] = []
  for (let second = 0; second < seconds; second += 1) {
    rig.second(
      rig.instruments.map((one, index) => [
        one,
        one.refUnits + (one.refUnits * BigInt(wave(second + index))) / 100_000n,
      ]),
    )
    rounds.push(await measured(ground, () => rig.contracts.holdNow()))
  }
  return rounds
}

const wave = (at: number): number => ((at * 7919) % 200) - 100

/** All on one instrument: those with a stop, and accounts that come to half their margin at the tick before. */
async function passStops(
  rig: ContractsRig,
  ground: Ground,
  accounts: readonly bigint[],
): Promise<Round & { closed: number }> {
  const instrument = rig.instruments.find(({ code }) => code === 'EURUSD') as Instrument
  const at = (ppm: bigint): bigint => (instrument.refUnits * ppm) / 1_000_000n
  rig.second([[instrument, at(1_000_000n)]])
  await rig.contracts.holdNow()
  // A close-out needs an account with nothing but its margin: most of the 10 000 of the virtual account at 30 ×.
  await rig.place(
    Array.from({ length: stops + closeOuts }, (_, index): WantedPosition => {
      const isStop = index < stops
      const accountId = accounts[isStop ? Math.floor(index / 2) : stops / 2 + index - stops] as bigint
      const lots = lotsWorth(instrument, isStop ? 1000n : 260_000n)
      return { accountId, instrument, side: 'BUY', lots, leverage: 30, stopLoss: isStop ? at(970_000n) : null }
    }),
  )
  rig.second([[instrument, at(1_000_000n)]])
  await rig.contracts.holdNow()
  // The level falls to a half above the stops; both close at the tick after it.
  rig.second([[instrument, at(975_000n)]])
  await rig.contracts.holdNow()
  rig.second([[instrument, at(965_000n)]])
  const before = await rig.closed()
  const round = await measured(ground, () => rig.contracts.holdNow())
  return { ...round, closed: (await rig.closed()) - before }
}

type Params = { opening: Round; rounds: readonly Round[]; burst: Round & { closed: number } }

function figuresOf({ opening, rounds, burst }: Params): Figure[] {
  const part = 'contracts'
  const cpu = rounds.map(({ node, postgres }) => node + postgres)
  const text = (ms: number): string => `${ms.toFixed(0)} ms`
  const longest = Math.max(...rounds.map(({ ms }) => ms))
  if (burst.closed !== stops + closeOuts) throw new Error(`${burst.closed} closed`)
  return [
    {
      part,
      what: `${positions} open positions held against a tick a second of every instrument`,
      value: median(cpu),
      unit: 'ms of CPU a tick',
      goal: goals.holding,
      note: `median of ${seconds} seconds, Node ${text(median(rounds.map(({ node }) => node)))} and PostgreSQL ${text(median(rounds.map(({ postgres }) => postgres)))}; the longest second took ${text(longest)}; opening all of them in one second took ${text(opening.ms)}`,
    },
    {
      part,
      what: `${stops} stops and ${closeOuts} close-outs in one second`,
      value: burst.ms / 1000,
      unit: 's',
      goal: goals.closings,
      note: `Node ${text(burst.node)}, PostgreSQL ${text(burst.postgres)} of CPU; each closed once, signed and entered; books audited after`,
    },
  ]
}

if (import.meta.main) await runPart('contracts', benchContracts)
