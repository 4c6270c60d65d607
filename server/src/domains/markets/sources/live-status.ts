import type { SourceState } from '@evenhand/protocol/markets.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { Providers, ProviderStatus } from '../feeds/provider/provider.ts'
import type { LiveInstrument } from './live-instrument.ts'
import type { ProviderHealth } from './provider-health.ts'
import type { LiveSource, LiveStatus } from './source.ts'

type Params = {
  instrument: Instrument
  providers: Providers
  health: ProviderHealth
  now: number
  /** Its newest tick is a rate of a bulletin. */
  isDelayed: boolean
}

/** All sources of an instrument at a time: those with a price as last decided, the others by their newest price. */
export function statusOf(live: LiveInstrument, params: Params): LiveStatus {
  const quoting = params.providers.quoting(params.instrument.code)
  const status = new Map(params.providers.status().map((one) => [one.name, one]))
  const names = new Set([...quoting.map(({ name }) => name), ...live.stated.keys()])
  const sources = [...names].map((name) =>
    sourceOf(live, {
      ...params,
      name,
      label: quoting.find((one) => one.name === name)?.label,
      status: status.get(name),
    }),
  )
  const { decision, hold } = live
  return {
    sources,
    why: decision?.why,
    held: hold === undefined || decision?.why !== 'jumpHeld' ? undefined : { level: hold.level, since: hold.since },
  }
}

function sourceOf(
  live: LiveInstrument,
  params: Params & { name: string; label: string | undefined; status: ProviderStatus | undefined },
): LiveSource {
  const { name, now, status } = params
  const stated = live.stated.get(name)
  const known = { name, ...(params.label === undefined ? {} : { label: params.label }), mid: stated?.mid }
  const aged = stated === undefined ? known : { ...known, ageMs: Math.max(0, now - stated.at) }
  const drop = params.health.of(name, params.instrument.code, now)
  if (drop !== undefined) return { ...aged, used: false, state: 'dropped', ...drop }
  if (status !== undefined && (status.state === 'waiting' || status.state === 'refused'))
    return { ...aged, used: false, state: 'dropped', reason: 'unreachable', since: status.since }
  const state = stated?.delayed === true ? (params.isDelayed ? 'used' : 'stale') : stateNow(live, { name, now })
  return { ...aged, used: state === 'used', state }
}

/** As last decided; what was good then and is too old by now, because its market closed or the feed rests, is stale. */
function stateNow(live: LiveInstrument, { name, now }: { name: string; now: number }): SourceState {
  const state = live.decision?.constituents.find((one) => one.name === name)?.state ?? 'stale'
  const age = now - (live.stated.get(name)?.at ?? 0)
  return age > live.rules.freshMs + 1000 ? 'stale' : state
}
