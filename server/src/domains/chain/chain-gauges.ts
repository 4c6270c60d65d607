import type { Chain } from '@evenhand/protocol/funds.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Gauge } from '../../kernel/http/metrics.ts'

/** Gauges of the chains: how far each was read, how far behind its node that is, and how long ago the last poll was. */
export function chainGauges(clock: Pick<Clock, 'monotonic'>) {
  const seen = new Map<Chain, { head: bigint; read: bigint; at: number }>()
  const each = (read: (params: { head: bigint; read: bigint; at: number }) => number) => () =>
    [...seen].map(([chain, params]) => ({ labels: { chain }, value: read(params) }))
  const gauges: Gauge[] = [
    {
      name: 'evenhand_chain_block',
      help: 'The last block read of a watched chain.',
      read: each(({ read }) => Number(read)),
    },
    {
      name: 'evenhand_chain_behind_blocks',
      help: 'Blocks of a watched chain that its node has and that were not read yet.',
      read: each(({ head, read }) => Number(head - read)),
    },
    {
      name: 'evenhand_chain_look_age_seconds',
      help: 'Seconds since the last round of a watched chain that came to its end.',
      read: each(({ at }) => Math.round((clock.monotonic() - at) / 1000)),
    },
  ]
  return {
    gauges,
    onRound: ({ chain, ...params }: { chain: Chain; head: bigint; read: bigint }): void =>
      void seen.set(chain, { ...params, at: clock.monotonic() }),
  }
}
