import { connectSocket } from '../../src/kernel/sockets/client-socket.ts'
import { fetchText } from '../../src/kernel/http/fetch-text.ts'
import { loadCatalogue } from '../../src/domains/markets/catalogue/load-catalogue.ts'
import type { Instrument } from '../../src/domains/markets/catalogue/instrument.ts'
import { createStream, type Provider } from '../../src/domains/markets/feeds/provider/provider-stream.ts'
import type { Dialect, ProviderFault, StatedPrice } from '../../src/domains/markets/feeds/provider/provider.ts'
import { openExchange, type Exchange } from '../exchange.ts'
import { manualTime, until, type ManualTime } from './manual-clock.ts'

/** An instrument of the catalogue by its code. */
export function instrumentOf(code: string): Instrument {
  const found = loadCatalogue().find((one) => one.code === code)
  if (found === undefined) throw new Error(`The catalogue has no ${code}`)
  return found
}

export type FakeProviderParams = {
  dialect: Dialect
  /** Codes of the instruments that are requested from it. */
  codes: readonly string[]
  greeting?: readonly string[]
  /** What the provider replies to each frame we send. */
  response?: (frame: string) => readonly string[]
  /** Whether everything has been requested, by the frames received on a connection; left out: all opening frames. */
  subscribed?: (received: readonly string[]) => boolean
  directory?: Dialect['directory']
  /** Whether markets are open at an epoch ms; always where it is not given. */
  isOpen?: (at: number) => boolean
  /** The random number, from 0 up to 1; always one half where it is not given. */
  random?: () => number
}
/** A real provider of ours on a real WebSocket to an exchange of this machine, in a time that is moved by hand. */
export type FakeProvider = {
  exchange: Exchange
  time: ManualTime
  provider: Provider
  /** What came out, in its order. */
  stated: StatedPrice[]
  failed: { provider: string; code?: string; fault: ProviderFault; at: number }[]
  /** Lets time pass as on a machine that slept: the line stays, and what fell due meanwhile is done. */
  sleep(ms: number): void
  /** Waits for connection number `n` and until it has requested its symbols, moving time as far as the pacing needs. */
  ready(n: number): Promise<void>
  close(): Promise<void>
}

export async function openHandProvider({ dialect: real, codes, ...params }: FakeProviderParams): Promise<FakeProvider> {
  const exchange = await openExchange()
  const time = manualTime(1_795_000_000_000)
  exchange.greets(params.greeting ?? [])
  if (params.response !== undefined) exchange.replies(params.response)
  const { directory: _real, ...rest } = real
  const dialect: Dialect = {
    ...rest,
    url: exchange.url,
    ...(params.directory === undefined ? {} : { directory: params.directory }),
  }
  const bySymbol = new Map(codes.map((code) => [dialect.symbolOf(instrumentOf(code)) ?? '', instrumentOf(code)]))
  if (bySymbol.has('')) throw new Error(`${dialect.name} has no symbol for one of ${codes.join(' ')}`)
  const { isOpen = () => true, random = () => 0.5 } = params
  const stated: StatedPrice[] = []
  const failed: FakeProvider['failed'] = []
  const provider = createStream({
    dialect,
    bySymbol,
    tools: {
      clock: time.clock,
      timers: time.timers,
      random,
      connect: connectSocket,
      fetchText,
      isOpen: (_instrument, at) => isOpen(at),
    },
    listener: { priced: (price) => void stated.push(price), failed: (fault) => void failed.push(fault) },
  })
  const opening = dialect.converse([...bySymbol.keys()]).opening.length
  const subscribed = params.subscribed ?? ((received: readonly string[]) => received.length >= opening)
  provider.start()
  return {
    exchange,
    time,
    provider,
    stated,
    failed,
    sleep(ms) {
      time.clock.set(time.clock.now() + ms)
      time.advance(1000)
    },
    async ready(n) {
      await until(() => {
        if (exchange.connections() >= n && subscribed(exchange.received()) && provider.status().state === 'open')
          return true
        // The back-off and our own pacing wait for time to pass; a step is too short for a watch to find anything dead.
        if (exchange.connections() < n || dialect.sendEveryMs !== undefined) time.advance(1)
        return false
      }, `connection ${n} of ${dialect.name} requested for its symbols`)
    },
    async close() {
      provider.stop()
      await exchange.close()
    },
  }
}
