import type { fetchText } from '../../../../kernel/http/fetch-text.ts'
import type { Instrument } from '../../catalogue/instrument.ts'
import { createBackOff } from './provider-back-off.ts'
import {
  createConnection,
  bestOf,
  type Connection,
  type ConnectionParams,
  type ConnectionState,
} from './provider-connection.ts'
import { createReport } from './provider-report.ts'
import type { Dialect, ProviderFault, Providers, ProviderStatus } from './provider.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

export type StreamTools = ConnectionParams['tools'] & { fetchText: typeof fetchText }
export type StreamParams = {
  dialect: Dialect
  /** The instruments to request from it, by its symbols. */
  bySymbol: ReadonlyMap<string, Instrument>
  tools: StreamTools
  listener: Parameters<Providers['start']>[0]
}
/** One provider at work. */
export type Provider = {
  start(): void
  stop(): void
  status(): ProviderStatus
  quotes(code: string): boolean
}

const directoryTimeoutMs = 20_000
const longestDirectory = 32 * 1024 * 1024
/** What is listed anew, or was not traded when we came, is requested within the hour. */
const directoryEveryMs = hourMs
/** A directory is megabytes, so it is requested more rarely than a connection is opened. */
const directoryBounds = { firstMs: 2000, maxMs: 300_000 }

/** A provider that speaks over WebSockets: reads its directory first, then keeps as many lines as its symbols need. */
export function createStream({ dialect, tools, listener, ...params }: StreamParams): Provider {
  const { clock } = tools
  const { name, label } = dialect
  const report = createReport({ name, clock, listener })
  let bySymbol = params.bySymbol
  let codes = new Set([...bySymbol.values()].map(({ code }) => code))
  let connections: Connection[] = []
  /** Its status before it has a connection. */
  let before: ConnectionState = { state: 'waiting', since: clock.now(), why: undefined }
  let stopDirectory: () => void = () => {}

  const openLines = (wanted: ReadonlyMap<string, Instrument>): void => {
    for (const connection of connections) connection.stop()
    bySymbol = wanted
    codes = new Set([...bySymbol.values()].map(({ code }) => code))
    const shares = inShares(bySymbol, dialect.symbolsPerSocket)
    connections = shares.map((share) => {
      // What befalls one of several lines is no fault of what the others carry.
      const carried = shares.length === 1 ? undefined : [...share.values()].map(({ code }) => code)
      const failed = (fault: ProviderFault): void => report.failed(fault, carried)
      return createConnection({ dialect, bySymbol: share, tools, checked: report.checked, failed })
    })
    for (const connection of connections) connection.start()
  }
  const receiveDirectory = (listed: ReadonlySet<string>): void => {
    const wanted = new Map([...params.bySymbol].filter(([symbol]) => listed.has(symbol)))
    if (wanted.size === 0) throw new Error('it lists none of the instruments requested')
    // What left the list falls silent by itself; only what is new is worth interrupting the others.
    if (connections.length === 0 || [...wanted.keys()].some((symbol) => !bySymbol.has(symbol))) openLines(wanted)
  }

  return {
    start() {
      if (dialect.directory === undefined) return openLines(params.bySymbol)
      before = { state: 'connecting', since: clock.now(), why: undefined }
      stopDirectory = readDirectory({
        directory: dialect.directory,
        tools,
        read: receiveDirectory,
        failed(fault, why) {
          before = { state: 'waiting', since: clock.now(), why }
          report.failed(fault)
        },
      })
    },
    stop() {
      stopDirectory()
      for (const connection of connections) connection.stop()
    },
    status: () => ({
      name,
      label,
      ...(bestOf(connections.map((connection) => connection.connectionState())) ?? before),
      instruments: codes.size,
      faults: report.faults(),
    }),
    quotes: (code) => codes.has(code),
  }
}

/** Shares of at most so many symbols. */
function inShares<T>(all: ReadonlyMap<string, T>, max: number): Map<string, T>[] {
  const entries = [...all]
  return Array.from(
    { length: Math.ceil(entries.length / max) },
    (_, index) => new Map(entries.slice(index * max, (index + 1) * max)),
  )
}

type DirectoryParams = {
  directory: NonNullable<Dialect['directory']>
  tools: StreamTools
  /** Throws when it is of no use. */
  read(symbols: ReadonlySet<string>): void
  failed(fault: ProviderFault, why: string): void
}

/** Requests the directory until it is of use, and now and then again; the returned function ends it. */
function readDirectory({ directory, tools, read, failed }: DirectoryParams): () => void {
  const backOff = createBackOff(tools.random, directoryBounds)
  let stopped = false
  let stop: () => void = () => {}
  const again = (ms: number): void => {
    stop = tools.timers.after(ms, () => void poll())
  }
  const poll = async (): Promise<void> => {
    try {
      const { url } = directory
      const response = await tools.fetchText({ url, longestBody: longestDirectory, timeoutMs: directoryTimeoutMs })
      if (stopped) return
      if (response.status !== 200) throw new Error(`responded with ${response.status}`)
      read(new Set(directory.read(response.body)))
      backOff.reset()
      again(directoryEveryMs)
    } catch (cause) {
      if (stopped) return
      again(backOff.wait(0))
      failed('disconnected', `its directory: ${(cause as Error).message}`.slice(0, 200))
    }
  }
  void poll()
  return () => {
    stopped = true
    stop()
  }
}
