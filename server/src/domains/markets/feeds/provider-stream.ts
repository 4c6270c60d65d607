import type { fetchText } from '../../../kernel/fetch-text.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { createBackOff } from './provider-back-off.ts'
import { createLine, worstOf, type Line, type LineOf, type LineStanding } from './provider-line.ts'
import { createReport } from './provider-report.ts'
import type { Dialect, ProviderFault, Providers, ProviderStatus } from './provider.ts'

export type StreamTools = LineOf['tools'] & { fetchText: typeof fetchText }
export type StreamOf = {
  dialect: Dialect
  /** The instruments it is to be asked for, by its symbols. */
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

/** A provider that speaks over WebSockets: reads its directory first, then keeps as many lines as its symbols need. */
export function createStream({ dialect, tools, listener, ...of }: StreamOf): Provider {
  const { clock } = tools
  const { name, label } = dialect
  const report = createReport({ name, clock, listener })
  let bySymbol = of.bySymbol
  let codes = new Set([...bySymbol.values()].map(({ code }) => code))
  let lines: Line[] = []
  let before: LineStanding = { state: 'waiting', since: clock.now(), why: undefined }
  let stopDirectory: () => void = () => {}

  const openLines = (listed: ReadonlySet<string> | undefined): void => {
    bySymbol = new Map([...of.bySymbol].filter(([symbol]) => listed === undefined || listed.has(symbol)))
    codes = new Set([...bySymbol.values()].map(({ code }) => code))
    before = { state: 'waiting', since: clock.now(), why: 'quotes none of the instruments asked for' }
    lines = inShares(bySymbol, dialect.symbolsPerSocket).map((share) =>
      createLine({ dialect, bySymbol: share, tools, checked: report.checked, failed: report.failed }),
    )
    for (const line of lines) line.start()
  }

  return {
    start() {
      if (dialect.directory === undefined) return openLines(undefined)
      before = { state: 'connecting', since: clock.now(), why: undefined }
      stopDirectory = readDirectory({
        directory: dialect.directory,
        tools,
        read: openLines,
        failed(fault, why) {
          before = { state: 'waiting', since: clock.now(), why }
          report.failed(fault)
        },
      })
    },
    stop() {
      stopDirectory()
      for (const line of lines) line.stop()
    },
    status: () => ({
      name,
      label,
      ...(worstOf(lines.map((line) => line.standing())) ?? before),
      instruments: codes.size,
      faults: report.faults(),
    }),
    quotes: (code) => codes.has(code),
  }
}

/** Shares of at most so many symbols. */
function inShares<T>(all: ReadonlyMap<string, T>, most: number): Map<string, T>[] {
  const entries = [...all]
  return Array.from(
    { length: Math.ceil(entries.length / most) },
    (_, index) => new Map(entries.slice(index * most, (index + 1) * most)),
  )
}

type DirectoryOf = {
  directory: NonNullable<Dialect['directory']>
  tools: StreamTools
  read(symbols: ReadonlySet<string>): void
  failed(fault: ProviderFault, why: string): void
}

/** Asks for the directory until it is answered; the answer takes the asking back. */
function readDirectory({ directory, tools, read, failed }: DirectoryOf): () => void {
  const backOff = createBackOff(tools.random)
  let stopped = false
  let stop: () => void = () => {}
  const ask = async (): Promise<void> => {
    let symbols: ReadonlySet<string>
    try {
      const { status, body } = await tools.fetchText({
        url: directory.url,
        longestBody: longestDirectory,
        timeoutMs: directoryTimeoutMs,
      })
      if (status !== 200) throw new Error(`the directory answered ${status}`)
      symbols = new Set(directory.read(body))
    } catch (cause) {
      if (stopped) return
      stop = tools.timers.after(backOff.wait(0), () => void ask())
      return failed('disconnected', (cause as Error).message.slice(0, 200))
    }
    if (!stopped) read(symbols)
  }
  void ask()
  return () => {
    stopped = true
    stop()
  }
}
