import type { Clock } from '../../../kernel/time/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import type { ProviderFault, Providers } from '../feeds/provider/provider.ts'
import { baseMs } from './index-price.ts'
import type { LiveInstrument } from './live-instrument.ts'
import type { Fault, ProviderHealth } from './provider-health.ts'

type Params = {
  providers: Providers
  clock: Clock
  log: Log
  /** By the instrument's code; quotes of others are ignored. */
  byCode: ReadonlyMap<string, LiveInstrument>
  health: ProviderHealth
}

/** Listens to the quotes and faults of providers. A second start changes nothing. */
export function listenTo(params: Params): { start(): void; stop(): Promise<void>; startedAt(): number } {
  const { providers, clock, byCode, health } = params
  const report = createReport(params)
  let startedAt = 0
  return {
    start() {
      if (startedAt > 0) return
      startedAt = clock.now()
      providers.start({
        priced(stated) {
          const live = byCode.get(stated.code)
          if (live === undefined) return
          live.stated.set(stated.provider, stated)
          health.priced(stated, clock.now())
        },
        failed({ code, ...fault }) {
          health.failed(code !== undefined && byCode.has(code) ? { ...fault, code } : fault)
          report(fault)
        },
      })
    },
    stop: () => (startedAt > 0 ? providers.stop() : Promise.resolve()),
    startedAt: () => startedAt,
  }
}

/** Logs that a provider's connection ended, at most once a minute of each. */
function createReport({ providers, log }: Params): (fault: Omit<Fault, 'code'>) => void {
  const ends: readonly ProviderFault[] = ['disconnected', 'silent', 'noPong', 'flood', 'refused']
  const loggedAt = new Map<string, number>()
  return ({ provider, fault, at }) => {
    if (!ends.includes(fault) || at - (loggedAt.get(provider) ?? 0) < baseMs) return
    loggedAt.set(provider, at)
    const why = providers.status().find(({ name }) => name === provider)?.why
    log.warn({ provider, fault, why }, 'a source of prices failed; it is used again when it has been good for a minute')
  }
}
