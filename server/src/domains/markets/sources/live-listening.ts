import type { Clock } from '../../../kernel/time/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import type { ProviderFault, Providers } from '../feeds/provider/provider.ts'
import { baseMs } from './index-price.ts'
import type { LiveLine } from './live-instrument.ts'
import type { Fault, ProviderStanding } from './provider-health.ts'

type Of = {
  providers: Providers
  clock: Clock
  log: Log
  /** By the instrument's code; what is said of another is not heard. */
  lines: ReadonlyMap<string, LiveLine>
  standing: ProviderStanding
}

/** Hears what providers say and what goes wrong with them. Starting twice is starting once. */
export function listenTo(params: Of): { start(): void; stop(): Promise<void>; startedAt(): number } {
  const { providers, clock, lines, standing } = params
  const tell = createTelling(params)
  let startedAt = 0
  return {
    start() {
      if (startedAt > 0) return
      startedAt = clock.now()
      providers.start({
        priced(stated) {
          const line = lines.get(stated.code)
          if (line === undefined) return
          line.stated.set(stated.provider, stated)
          standing.priced(stated, clock.now())
        },
        failed({ code, ...fault }) {
          standing.failed(code !== undefined && lines.has(code) ? { ...fault, code } : fault)
          tell(fault)
        },
      })
    },
    stop: () => (startedAt > 0 ? providers.stop() : Promise.resolve()),
    startedAt: () => startedAt,
  }
}

/** Tells an operator that a provider's line ended, at most once a minute of each. */
function createTelling({ providers, log }: Of): (fault: Omit<Fault, 'code'>) => void {
  const ends: readonly ProviderFault[] = ['disconnected', 'silent', 'noPong', 'flood', 'refused']
  const toldAt = new Map<string, number>()
  return ({ provider, fault, at }) => {
    if (!ends.includes(fault) || at - (toldAt.get(provider) ?? 0) < baseMs) return
    toldAt.set(provider, at)
    const why = providers.status().find(({ name }) => name === provider)?.why
    log.warn({ provider, fault, why }, 'a source of prices failed; it is used again when it has been good for a minute')
  }
}
