import { createBackOff } from './provider-back-off.ts'
import { createQuoteCheck, type Checked } from './provider-check.ts'
import { startRelay } from './provider-relay.ts'
import type { TalkTools } from './provider-session.ts'
import type { Dialect, ProviderFault, ProviderStatus } from './provider.ts'
import type { Instrument } from '../../catalogue/instrument.ts'

export type ConnectionState = Pick<ProviderStatus, 'state' | 'since' | 'why'>
/** A connection with a provider that is made again whenever it ends. */
export type Connection = { start(): void; stop(): void; connectionState(): ConnectionState }

export type ConnectionParams = {
  dialect: Dialect
  bySymbol: ReadonlyMap<string, Instrument>
  tools: TalkTools & {
    random: () => number
    /** Whether the market of an instrument is open at an epoch ms. */
    isOpen(instrument: Instrument, at: number): boolean
  }
  /** Every quote with what became of it, in the order received. */
  checked(checked: Checked): void
  /** What concerns the connection and no instrument alone. */
  failed(fault: ProviderFault): void
}

/** After a refusal that a retry cannot help; operators mend keys, not seconds. */
const refusedMs = 300_000

/** Keeps one connection of a dialect for these symbols: reconnects with back-off, and begins checking anew each time. */
export function createConnection({ dialect, bySymbol, tools, ...on }: ConnectionParams): Connection {
  const { clock, timers, random } = tools
  const backOff = createBackOff(random)
  const symbols = [...bySymbol.keys()]
  const isOpen = (symbol: string): boolean => {
    const instrument = bySymbol.get(symbol)
    return instrument !== undefined && tools.isOpen(instrument, clock.now())
  }
  let connectionState: ConnectionState = { state: 'waiting', since: clock.now(), why: undefined }
  let stop: () => void = () => {}
  const stand = (state: ConnectionState['state'], why: string | undefined): void => {
    connectionState = { state, since: clock.now(), why }
  }

  const open = (): void => {
    stand('connecting', connectionState.why)
    const check = createQuoteCheck({ bySymbol, consecutive: dialect.consecutive === true })
    const talk = startRelay({
      dialect,
      symbols,
      isOpen,
      tools,
      opened: () => stand('open', connectionState.why),
      quoted: (quote) => on.checked(check(quote, clock.now())),
      failed: (fault, why) => {
        connectionState = { ...connectionState, why }
        on.failed(fault)
      },
      ended({ fault, why, fatal, goodMs }) {
        stand(fatal ? 'refused' : 'waiting', why)
        // First the way back, then the news: its handler may stop the connection.
        stop = timers.after(fatal ? refusedMs : backOff.wait(goodMs), open)
        on.failed(fault)
      },
    })
    stop = () => talk.end()
  }

  return {
    start: open,
    stop() {
      stop()
      stand('waiting', 'stopped')
    },
    connectionState: () => connectionState,
  }
}

const bestFirst: readonly ConnectionState['state'][] = ['open', 'connecting', 'waiting', 'refused']

/** The status of a provider with several connections: its best one's. Undefined where it has none. */
export function bestOf(states: readonly ConnectionState[]): ConnectionState | undefined {
  for (const state of bestFirst) {
    const found = states.find((one) => one.state === state)
    if (found !== undefined) return found
  }
  return undefined
}
