import type { Clock } from '../../src/kernel/time/clock.ts'
import type { Providers, ProviderFault, StatedPrice } from '../../src/domains/markets/feeds/provider/provider.ts'

type Listener = Parameters<Providers['start']>[0]

/** Fake price providers: a test sets what each reports and what goes wrong, at the clock's present time. */
export type FakePriceProviders = Providers & {
  state(provider: string, code: string, mid: bigint, params?: { at?: number; delayed?: true }): void
  fail(provider: string, fault: ProviderFault, code?: string): void
  /** Whether the feed listens. */
  readonly listened: boolean
}

/** `quoted` names which providers quote which instruments. */
export function fakePriceProviders(
  clock: Clock,
  quoted: Readonly<Record<string, readonly string[]>>,
): FakePriceProviders {
  let listener: Listener | undefined
  const named = (name: string) => ({ name, label: name.toUpperCase() })
  return {
    start: (one) => void (listener = one),
    stop: async () => void (listener = undefined),
    status: () =>
      Object.keys(quoted).map((name) => ({
        ...named(name),
        state: 'open',
        since: 0,
        why: undefined,
        instruments: quoted[name]?.length ?? 0,
        faults: {} as Record<ProviderFault, number>,
      })),
    quoting: (code) => Object.entries(quoted).flatMap(([name, codes]) => (codes.includes(code) ? [named(name)] : [])),
    requested: () => ['crypto: one'],
    missing: () => ['Nothing quotes futures.'],
    state(provider, code, mid, params = {}) {
      const stated: StatedPrice = { provider, code, mid, at: params.at ?? clock.now() }
      listener?.priced(params.delayed === undefined ? stated : { ...stated, delayed: true })
    },
    fail: (provider, fault, code) =>
      listener?.failed({ provider, fault, at: clock.now(), ...(code === undefined ? {} : { code }) }),
    get listened() {
      return listener !== undefined
    },
  }
}
