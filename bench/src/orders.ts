import type { BenchParams } from './arguments.ts'
import { goals, median, percentile, type Figure } from './goals.ts'
import { settingsText, type Ground } from './ground.ts'
import type { LoadResponse, LoadRequest } from './load-orders.ts'
import { familyCpuMicros } from './machine.ts'
import { customerAccounts, fillReserve, openOptionsRig, type OptionsRig } from './options-rig.ts'
import { openHelper, startProductProcess, untilIdle, type ProductProcess } from './product-process.ts'
import { runPart } from './run-part.ts'
import { openTpcb } from './tpcb.ts'

type Round = {
  perSecond: number
  p50: number
  p99: number
  refused: number
  firstRefusal: string | undefined
  /** CPU of an order in µs: of PostgreSQL and the server, and of the buyers where those are another process. */
  cost: { postgres: number; server: number; loader?: number }
}
type Yardstick = Awaited<ReturnType<Awaited<ReturnType<typeof openTpcb>>['run']>>

/** Durable option orders in process and over HTTP, beside TPC-B on the same server, alternating, round by round. */
export async function benchOrders(params: BenchParams, ground: Ground): Promise<Figure[]> {
  const product = await startProductProcess({ dataDir: `${ground.folder}/product`, url: ground.url })
  await untilIdle(product, ground)
  await fillReserve(ground.url, 10n ** 16n)
  const rig = await openOptionsRig(ground.url, { byHand: false })
  const ticking = rig.keepTicking()
  const accounts = await customerAccounts(ground.url)
  const tpcb = await openTpcb(ground)
  const loader = openHelper<LoadRequest, LoadResponse>('load-orders.ts', [ground.tokensFile])
  const http = (rate: number | null, bought: LoadRequest['product'] = 'options') =>
    httpRound(
      { ground, product, loader },
      { product: bought, port: product.port, seconds: params.seconds, connections: params.callers, rate },
    )
  const seen = { tpcb: [] as Yardstick[], inProcess: [] as Round[], http: [] as Round[], contracts: [] as Round[] }
  try {
    await inProcessRound({ ground, rig, accounts }, { ...params, seconds: 2 })
    await http(null)
    await http(null, 'contracts')
    for (let round = 1; round <= params.rounds; round += 1) {
      seen.tpcb.push(await tpcb.run(params.seconds))
      seen.inProcess.push(await inProcessRound({ ground, rig, accounts }, params))
      seen.http.push(await http(null))
      seen.contracts.push(await http(null, 'contracts'))
      console.log(
        `round ${round}: TPC-B ${seen.tpcb.at(-1)?.tps.toFixed(0)}/s (PostgreSQL ${seen.tpcb.at(-1)?.postgres.toFixed(0)} µs) · in process ${summaryOf(seen.inProcess)} · HTTP ${summaryOf(seen.http)} · contracts ${summaryOf(seen.contracts)}`,
      )
    }
    const peak = median(seen.http.map(({ perSecond }) => perSecond))
    const half = await http(peak / 2)
    console.log(`half of the peak: ${summaryOf([half])}`)
    await mustAddUp(rig)
    return figuresOf({ how: tpcb.how, seen, half, params })
  } finally {
    clearInterval(ticking)
    loader.close()
    await rig.close()
    await product.stop()
  }
}

const summaryOf = (rounds: readonly Round[]): string => {
  const last = rounds.at(-1)
  return last === undefined
    ? ''
    : `${last.perSecond.toFixed(0)}/s (${last.p50?.toFixed(1)}/${last.p99?.toFixed(1)} ms; ${costText(last)}; ${refusedText(last)})`
}

const refusedText = ({ refused, firstRefusal }: Round): string =>
  firstRefusal === undefined ? `${refused} refused` : `${refused} refused, the first by ${firstRefusal}`

const costText = ({ cost }: Round): string =>
  Object.entries(cost)
    .map(([who, micros]) => `${who} ${micros.toFixed(0)} µs`)
    .join(', ')

type InProcess = { ground: Ground; rig: OptionsRig; accounts: readonly bigint[] }

async function inProcessRound({ ground, rig, accounts }: InProcess, params: BenchParams): Promise<Round> {
  const waits: number[] = []
  let refused = 0
  let firstRefusal: string | undefined
  const database = ground.postgresCpu()
  const cpu = process.cpuUsage()
  const began = performance.now()
  const until = began + params.seconds * 1000
  const caller = async (): Promise<void> => {
    while (performance.now() < until) {
      const started = performance.now()
      await rig.buy(accounts[Math.floor(Math.random() * accounts.length)] ?? 0n, 3600).then(
        () => waits.push(performance.now() - started),
        (cause: unknown) => {
          refused += 1
          firstRefusal ??= String(cause)
        },
      )
    }
  }
  await Promise.all(Array.from({ length: params.callers }, caller))
  const perSecond = (waits.length * 1000) / (performance.now() - began)
  const used = process.cpuUsage(cpu)
  const sorted = waits.toSorted((a, b) => a - b)
  return {
    perSecond,
    refused,
    firstRefusal,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    cost: {
      postgres: (ground.postgresCpu() - database) / waits.length,
      server: (used.user + used.system) / waits.length,
    },
  }
}

type OverHttp = {
  ground: Ground
  product: ProductProcess
  loader: { request(params: LoadRequest): Promise<LoadResponse> }
}

async function httpRound({ ground, product, loader }: OverHttp, request: LoadRequest): Promise<Round> {
  const database = ground.postgresCpu()
  const server = familyCpuMicros(product.pid)
  const { done, cpuMicros: loaderCpu, ...response } = await loader.request(request)
  const cost = {
    postgres: (ground.postgresCpu() - database) / done,
    server: (familyCpuMicros(product.pid) - server) / done,
    loader: loaderCpu / done,
  }
  return { ...response, cost }
}

/** A rate of orders that do not add up would be worth nothing. */
async function mustAddUp(rig: OptionsRig): Promise<void> {
  const broken = (await rig.ledger.audit()).filter(({ ok }) => !ok)
  if (broken.length > 0) throw new Error(`the books do not add up: ${JSON.stringify(broken)}`)
}

type Seen = { tpcb: Yardstick[]; inProcess: Round[]; http: Round[]; contracts: Round[] }

function figuresOf({
  how,
  seen,
  half,
  params,
}: {
  how: string
  seen: Seen
  half: Round
  params: BenchParams
}): Figure[] {
  const part = 'orders'
  const yardstick = median(seen.tpcb.map(({ tps }) => tps))
  const each = median(seen.tpcb.map(({ postgres }) => postgres))
  const rate = (rounds: readonly Round[]): number => median(rounds.map(({ perSecond }) => perSecond))
  const ratio = (rounds: readonly Round[]): number =>
    median(rounds.map(({ perSecond }, index) => perSecond / (seen.tpcb[index]?.tps ?? yardstick)))
  const cost = (rounds: readonly Round[]): number => median(rounds.map((one) => one.cost.postgres + one.cost.server))
  const conditions = `${params.accounts} accounts, ${params.callers} callers, median of ${params.rounds} rounds of ${params.seconds} s`
  const costNote = `µs of CPU, server and PostgreSQL; a TPC-B transaction costs PostgreSQL alone ${each.toFixed(0)} µs`
  const adjacent = 'median of the ratios of adjacent rounds; the loader and both servers share the cores'
  const figure = (what: string, value: number, of_: Pick<Figure, 'unit' | 'note' | 'goal'>): Figure => ({
    part,
    what,
    value,
    ...of_,
  })
  return [
    figure('TPC-B', yardstick, { unit: 'tps', note: `${how}; ${settingsText}, fsync and full_page_writes on` }),
    figure('orders through HTTP', rate(seen.http), {
      unit: '/s',
      note: `${conditions}, ${params.sessions} signed in; last round ${summaryOf(seen.http)}`,
    }),
    figure('orders through HTTP ÷ TPC-B', ratio(seen.http), { unit: '×', goal: goals.http, note: adjacent }),
    figure('an order through HTTP costs', cost(seen.http), { unit: 'µs', note: costNote }),
    figure('contracts opened through HTTP ÷ TPC-B', ratio(seen.contracts), {
      unit: '×',
      goal: goals.contractsHttp,
      note: `${rate(seen.contracts).toFixed(0)}/s, each filled by the record meanwhile; last round ${summaryOf(seen.contracts)}`,
    }),
    figure('orders in process', rate(seen.inProcess), {
      unit: '/s',
      note: `${conditions}; last round ${summaryOf(seen.inProcess)}`,
    }),
    figure('orders in process ÷ TPC-B', ratio(seen.inProcess), { unit: '×', goal: goals.inProcess, note: adjacent }),
    figure('an order in process costs', cost(seen.inProcess), { unit: 'µs', note: costNote }),
    figure('p99 at half the peak rate', half.p99, {
      unit: 'ms',
      goal: goals.p99,
      note: `HTTP, calls due at even intervals, counted from when they were due: ${summaryOf([half])}`,
    }),
  ]
}

if (import.meta.main) await runPart('orders', benchOrders)
