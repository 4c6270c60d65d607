import { connectSocket } from '../../../../kernel/sockets/client-socket.ts'
import type { Clock } from '../../../../kernel/time/clock.ts'
import { SetupError } from '../../../../kernel/config/config.ts'
import type { FeedSettings, ProviderSettings } from '../../../../kernel/config/feed-settings.ts'
import { fetchText } from '../../../../kernel/http/fetch-text.ts'
import { systemTimers } from '../../../../kernel/time/timers.ts'
import type { Instrument } from '../../catalogue/instrument.ts'
import { createPoll } from './provider-poll.ts'
import { knownProviders, sourceMarketOf, sourceMarkets, type Known, type SourceMarket } from './provider-registry.ts'
import { createStream, type Provider, type StreamTools } from './provider-stream.ts'
import type { Bulletin, Dialect, Providers } from './provider.ts'

export type ProvidersParams = {
  /** Those that are to have live prices, in the order in which a bounded plan takes them. */
  instruments: readonly Instrument[]
  settings: FeedSettings
  clock: Clock
  /** Whether the market of an instrument is open at an epoch ms; where it is left out none ever closes. */
  isOpen?: (instrument: Instrument, at: number) => boolean
  /** For tests: the ways to the outside and what waits. */
  tools?: Partial<StreamTools>
}

type Chosen = {
  known: Known
  way: Dialect | Bulletin
  bySymbol: ReadonlyMap<string, Instrument>
  codes: ReadonlySet<string>
}

/**
 * The providers that an installation has configured, with what to request from each. Opens nothing before `start`.
 * Throws a SetupError in one sentence when the settings name a provider or an instrument that is not there.
 */
export function createProviders(params: ProvidersParams): Providers {
  const { instruments, settings, clock } = params
  refuseUnknown(settings, instruments)
  const tools: StreamTools = {
    clock,
    timers: systemTimers,
    random: Math.random,
    connect: connectSocket,
    fetchText,
    isOpen: params.isOpen ?? (() => true),
    ...params.tools,
  }
  const chosen = knownProviders.flatMap((known) => chosenOf(known, settings, instruments))
  let running: readonly (readonly [Chosen, Provider])[] = []

  return {
    start(listener) {
      running = chosen.map((one) => [one, providerOf(one, tools, listener)] as const)
      for (const [, provider] of running) provider.start()
    },
    stop() {
      for (const [, provider] of running) provider.stop()
      return Promise.resolve()
    },
    status: () => running.map(([, provider]) => provider.status()),
    quoting(code) {
      const quoting =
        running.length === 0
          ? chosen.filter(({ codes }) => codes.has(code))
          : running.filter(([, provider]) => provider.quotes(code)).map(([one]) => one)
      return quoting.map(({ way }) => ({ name: way.name, label: way.label }))
    },
    requested: () => requestedOf(chosen),
    missing: () => missingOf(chosen),
  }
}

const isBulletin = (way: Dialect | Bulletin): way is Bulletin => 'read' in way

function providerOf(
  { way, bySymbol }: Chosen,
  tools: StreamTools,
  listener: Parameters<Providers['start']>[0],
): Provider {
  return isBulletin(way)
    ? createPoll({ bulletin: way, bySymbol, tools, listener })
    : createStream({ dialect: way, bySymbol, tools, listener })
}

function chosenOf(known: Known, settings: FeedSettings, instruments: readonly Instrument[]): Chosen[] {
  const own = settings.providers[known.name] ?? {}
  const made = own.off === true ? undefined : known.make(settings, own)
  if (made === undefined) return []
  const bySymbol = new Map<string, Instrument>()
  for (const instrument of instruments) {
    if (own.codes !== undefined && !own.codes.includes(instrument.code)) continue
    const named = own.symbols?.[instrument.code]
    const symbol = named === undefined ? made.symbolOf(instrument) : (named ?? undefined)
    // Two instruments of one symbol would be one price shown twice under two names.
    if (symbol === undefined || bySymbol.has(symbol)) continue
    if (bySymbol.size >= (own.maxSymbols ?? Infinity)) break
    bySymbol.set(symbol, instrument)
  }
  const codes = new Set([...bySymbol.values()].map(({ code }) => code))
  return [{ known, way: withSettings(made, own), bySymbol, codes }]
}

function withSettings(way: Dialect | Bulletin, own: ProviderSettings): Dialect | Bulletin {
  const url = own.url ?? way.url
  if (isBulletin(way)) return { ...way, url }
  const { directory: listed, ...rest } = way
  const directory =
    own.directory === null || listed === undefined ? undefined : { ...listed, url: own.directory ?? listed.url }
  return {
    ...rest,
    url,
    ...(directory === undefined ? {} : { directory }),
    symbolsPerSocket: own.symbolsPerSocket ?? way.symbolsPerSocket,
    maxFramesPerSecond: own.framesPerSecond ?? way.maxFramesPerSecond,
  }
}

function refuseUnknown({ providers }: FeedSettings, instruments: readonly Instrument[]): void {
  const names = knownProviders.map(({ name }) => name)
  const codes = new Set(instruments.map(({ code }) => code))
  for (const [name, own] of Object.entries(providers)) {
    if (!names.includes(name))
      throw new SetupError(`FEED_FILE names a provider "${name}", but this build knows only ${names.join(', ')}.`)
    const stranger = [...Object.keys(own.symbols ?? {}), ...(own.codes ?? []), ...(own.confirmed ?? [])].find(
      (code) => !codes.has(code),
    )
    if (stranger !== undefined)
      throw new SetupError(
        `FEED_FILE requests from ${name} the code "${stranger}", but no instrument has this code: mend it.`,
      )
  }
}

function requestedOf(chosen: readonly Chosen[]): string[] {
  return sourceMarkets.flatMap((market) => {
    const params = chosen.filter(({ bySymbol }) => [...bySymbol.values()].some((one) => sourceMarketOf(one) === market))
    const names = params.map(({ way }) => (isBulletin(way) ? `${way.label} (daily rates)` : way.label))
    return names.length === 0 ? [] : [`${market}: ${names.join(', ')}`]
  })
}

/** What is not set: first the markets without a provider of the present price, then the vendors that others would add to. */
function missingOf(chosen: readonly Chosen[]): string[] {
  const covered = new Set<SourceMarket>()
  for (const { way, bySymbol } of chosen)
    if (!isBulletin(way)) for (const instrument of bySymbol.values()) covered.add(sourceMarketOf(instrument))
  const unset = knownProviders.filter(
    ({ name, variables }) => variables.length > 0 && !chosen.some(({ known }) => known.name === name),
  )
  const bare = sourceMarkets.flatMap((market) => {
    if (covered.has(market)) return []
    const ways = unset.filter(({ markets }) => markets.includes(market)).map(({ variables }) => variables.join(' and '))
    const plans = chosen.filter(({ known }) => known.markets.includes(market)).map(({ known }) => known.label)
    const how =
      ways.length > 0
        ? `set ${ways.join(', or ')}`
        : plans.length > 0
          ? `state in FEED_FILE which of them your plan with ${plans.join(' or ')} carries`
          : 'FEED_FILE leaves out every provider of it'
    return [`Nothing quotes ${market}: ${how}.`]
  })
  const thinner = unset.flatMap(({ label, markets, variables }) => {
    const richer = markets.filter((market) => covered.has(market))
    if (richer.length === 0) return []
    return [`${label} is not used for ${richer.join(' and ')}, because ${variables.join(' and ')} is not set.`]
  })
  return [...bare, ...thinner]
}
