import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { signFigures, type PublicFigure, type SignedFigures } from '@evenhand/proofs/figures.ts'
import { conversionFeeRate } from '@evenhand/protocol/conversion.ts'
import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import { noOthers, type Bus } from '../../kernel/bus/bus.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { JobSpec } from '../../kernel/module/module.ts'
import type { Signing } from '../../kernel/crypto/signing.ts'
import type { FigureSource } from '../../kernel/module/figure-source.ts'
import type { FigureSources } from './figure-sources.ts'
import { keepFigures, keepQueries, listFigures, listQueries } from './figures.store.ts'
import { dayMs, hourMs } from '@evenhand/protocol/durations.ts'

export type FiguresDeps = {
  readonly db: Db<'books'>
  readonly clock: Clock
  readonly signing: Signing
  readonly sources: FigureSources
  /** Fees a side of contracts that new orders pay, millionths. */
  readonly contractFees: () => readonly bigint[]
  /** Other processes show what the one that counts has signed. */
  readonly bus?: Bus
}

const topic = 'figures'

const everyMs = 60_000
/** The first minutes of a record have no count yet; then what has none is counted sooner. */
const soonMs = 10_000
/** What is kept: a change, at most one in five minutes, and one an hour when nothing changed. A year is some 100 MB. */
const keepChangeMs = 300_000
const keepAnywayMs = hourMs

/** Above 1 000 down to three significant digits, never up; below exact. Whole USDT. */
export function roundedDown(whole: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, whole.toString().length - 3))
  return whole < 1000n ? whole : (whole / unit) * unit
}

const unitsOfUsdt = 1_000_000n
/** Options have no fee; contracts and conversion have one. Per cent, out of millionths. */
function lowestFeePct(contractFees: readonly bigint[]): string {
  const fees = [parseUnits(conversionFeeRate, 6) ?? 0n, ...contractFees]
  return formatUnits(fees.reduce((lowest, fee) => (fee < lowest ? fee : lowest)) * 100n, 6, 0)
}
type Definition = {
  name: string
  query: string | null
  source?: FigureSource
  /** The figures of the terms in force, for which no record has to be counted. */
  fromTerms?: () => string
  formula: string
  shown?: (value: string) => string
  /** Counted over so long, and again once in so long; without it over a day, and every time. */
  slow?: { overMs: number; everyMs: number }
}

const definitionsOf = ({
  sources,
  contractFees,
}: Pick<FiguresDeps, 'sources' | 'contractFees'>): readonly Definition[] => [
  {
    name: 'lowestFeePct',
    query: null,
    fromTerms: () => lowestFeePct(contractFees()),
    formula:
      'smallest fee rate of the products with a fee that take new orders, in per cent: contracts per side, conversion',
  },
  {
    name: 'cryptoCount',
    query: 'listed-crypto/1',
    source: sources.listedCrypto,
    formula: 'instruments of type 2 that are not delisted and have a recorded tick in the last 24 h',
  },
  {
    name: 'registeredUsers',
    query: 'registered-users/1',
    source: sources.registeredUsers,
    formula: 'customers with a proved e-mail, not closed',
  },
  {
    name: 'volume24h',
    query: 'real-volume/4',
    source: sources.realVolume,
    formula:
      'stakes of real options accepted, without those that became void, notional of real contracts opened and closed, and amounts converted in the last 24 h, whole USDT; from 1 000 on down to three digits',
    shown: (units) => String(roundedDown(BigInt(units) / unitsOfUsdt)),
  },
  {
    name: 'lateReceipts',
    query: 'late-receipts/1',
    source: sources.lateReceipts,
    formula: 'receipts that left later than 500 ms after acceptance, of all receipts, yesterday and today (UTC)',
  },
  {
    name: 'lossRate',
    query: 'loss-rate/1',
    source: sources.lossRate,
    formula:
      'per cent of the accounts with a real option settled in the last 365 days that lost by all of these together; none below 100 accounts; counted daily',
    slow: { overMs: 365 * dayMs, everyMs: dayMs },
  },
  {
    name: 'optionResults',
    query: 'option-results/1',
    source: sources.optionResults,
    formula:
      'real options decided as won or lost in the last 30 days: {orders, won, groups, staked, result: what the platform earned, expected: half of stake × (1 − rate), error: its standard error, with options of one instrument and hour as one group}, in millionths of USDT; none below 100 options or 30 groups; counted hourly',
    slow: { overMs: 30 * dayMs, everyMs: hourMs },
  },
  {
    name: 'strategyReturns',
    query: 'strategy-returns/1',
    source: sources.strategyReturns,
    formula:
      'mean return of an order as a share of its stake, with the 95 % interval, of betting with and against the last step, the largest step of 30 s and the mean of 30 s, on the prices recorded on the newest whole day (UTC): [day, category, signal, side, orders, mean, low, high]; the shortest term offered on each instrument, up to 1 500 hours of prices a category',
    slow: { overMs: dayMs, everyMs: 600_000 },
  },
  ...contractDefinitions(sources),
  ...termDefinitions(sources),
]

const termDefinitions = (sources: FigureSources): readonly Definition[] => [
  {
    name: 'loansOut',
    query: 'loans-out/1',
    source: sources.loansOut,
    formula:
      'loans that are paid out and not repaid, and their principal that is still owed, in millionths of USDT; of these up to 30 days overdue, and in arrears beyond; apart from them what was written off, 180 days after the repayment date; counted every ten minutes',
    slow: { overMs: dayMs, everyMs: 600_000 },
  },
  {
    name: 'planCoverage',
    query: 'plan-coverage/1',
    source: sources.planCoverage,
    formula:
      'all yields that running plans will still be paid, and what the yield reserve holds for them, in millionths of USDT',
  },
  {
    name: 'charityDonations',
    query: 'charity-donations/2',
    source: sources.charityDonations,
    formula:
      'prices of collectibles that were sold, all of which are the charities’, and the royalties of those that owners sold again, in millionths of USDT; of these what was paid out to them, what waits, and since when the oldest does',
  },
]

const contractDefinitions = (sources: FigureSources): readonly Definition[] => [
  {
    name: 'contractsLossRate',
    query: 'contracts-loss-rate/1',
    source: sources.contractsLossRate,
    formula:
      'per cent of the accounts with a real contract that closed in the last 365 days or is open that lost by all of these together, after all costs, open ones at the newest price; none below 100 accounts; counted daily',
    slow: { overMs: 365 * dayMs, everyMs: dayMs },
  },
  {
    name: 'contractSlippage',
    query: 'contract-slippage/1',
    source: sources.contractSlippage,
    formula:
      'fill less price seen at acceptance, in hundredths of a per cent of it, positive where worse for the customer, of real market orders without a bound of their own that were filled in the last 30 days: {orders, mean, low and high of its 95 % interval, counts: better than 10, 5 to 10, 2 to 5, 1 to 2, 0.5 to 1, below 0.5, none, and the same where worse}; none below 100 orders; counted hourly',
    slow: { overMs: 30 * dayMs, everyMs: hourMs },
  },
  {
    name: 'contractCloseOuts',
    query: 'contract-close-outs/1',
    source: sources.contractCloseOuts,
    formula:
      'real positions closed out at 50 % margin level in the last 30 days by UTC day, days without any left out: [day, positions, accounts, millionths of USDT that negative balance protection paid, of these by the house instead of the reserve]',
    slow: { overMs: 30 * dayMs, everyMs: 600_000 },
  },
]

/**
 * The public figures. A job computes them from the records every minute and signs them with the hash of each one's SQL;
 * callers read only what it signed. A figure without a basis is null and shown as a dash.
 */
export function createFigures({ db, clock, signing, sources, contractFees, bus = noOthers }: FiguresDeps) {
  const definitions = definitionsOf({ sources, contractFees })
  const queries = definitions.flatMap(({ source }) =>
    source === undefined ? [] : [{ hash: nodeCrypto.sha256(source.sql), sql: source.sql }],
  )
  const slowNames = new Set(definitions.filter(({ slow }) => slow !== undefined).map(({ name }) => name))
  let newest: SignedFigures | undefined
  let kept: SignedFigures | undefined
  let computing: Promise<SignedFigures> | undefined
  bus.subscribe(topic, (message) => void (newest = JSON.parse(message) as SignedFigures))

  const figureOf = async (
    { name, query, source, fromTerms, formula, shown, slow }: Definition,
    at: number,
  ): Promise<PublicFigure> => {
    const known = newest?.figures.find((figure) => figure.name === name)
    const isCounted = known !== undefined && (slow !== undefined || known.value !== null)
    if (isCounted && fromTerms === undefined && at - known.asOf < (slow?.everyMs ?? everyMs)) return known
    const value = fromTerms?.() ?? (await source?.read(at - (slow?.overMs ?? dayMs))) ?? null
    return {
      name,
      value: value === null || shown === undefined ? value : shown(value),
      asOf: at,
      formula,
      query,
      sqlHash: source === undefined ? null : nodeCrypto.sha256(source.sql),
    }
  }
  const compute = async (): Promise<SignedFigures> => {
    const at = clock.now()
    // One after another: statements that read whole tables side by side would take both cores from the orders.
    const figures: PublicFigure[] = []
    for (const definition of definitions) figures.push(await figureOf(definition, at))
    newest = signFigures({ v: 1, origin: signing.origin, at, figures }, signing)
    bus.publish(topic, JSON.stringify(newest))
    if (isWorthKeeping(kept, newest)) {
      if (kept === undefined) await keepQueries(db, queries.map((query) => ({ ...query, firstAt: at }))) // prettier-ignore
      await keepFigures(db, newest)
      kept = newest
    }
    return newest
  }
  /** One computation at a time for all callers. */
  const computeOnce = (): Promise<SignedFigures> =>
    (computing ??= compute().finally(() => void (computing = undefined)))
  const isDue = (): boolean => {
    if (newest === undefined) return true
    const settled = newest.figures.every(
      ({ name, query, value }) => query === null || value !== null || slowNames.has(name),
    )
    return clock.now() - newest.at >= (settled ? everyMs : soonMs)
  }

  /** Computes now where that is due; the job's step. */
  const run = async (): Promise<void> => {
    if (isDue()) await computeOnce()
  }

  return {
    run,
    /** The newest signed figures, with the SQL that each hash stands for. */
    async stats() {
      const signed = newest ?? (await computeOnce())
      return { ...signed, figures: [...signed.figures], queries }
    },
    /** Signed figures of before, newest first, and every SQL they were counted with. */
    async history({ before, limit }: { before?: number | undefined; limit?: number | undefined }) {
      const [statements, texts] = await Promise.all([
        listFigures(db, { before: before ?? clock.now() + 1, limit: limit ?? 100 }),
        listQueries(db),
      ])
      return { statements, queries: texts }
    },
    jobs: [{ name: 'public figures', everyMs: 5_000, run }] as readonly JobSpec[],
  }
}

const valuesOf = ({ figures }: SignedFigures): string =>
  JSON.stringify(figures.map(({ name, value, query, sqlHash }) => [name, value, query, sqlHash]))

/** Whether a statement has a figure that the one kept last did not have. */
function isWorthKeeping(kept: SignedFigures | undefined, now: SignedFigures): boolean {
  if (kept === undefined) return true
  const ageMs = now.at - kept.at
  return ageMs >= keepAnywayMs || (ageMs >= keepChangeMs && valuesOf(now) !== valuesOf(kept))
}

export type Figures = ReturnType<typeof createFigures>
