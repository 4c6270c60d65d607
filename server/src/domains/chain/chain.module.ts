import type { Gauge } from '../../kernel/http/metrics.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import type { Module } from '../../kernel/module/module.ts'

/** The chains that are watched: how far each was read, and the polling itself. */
export function chainModule({ gauges, watch }: { gauges: readonly Gauge[]; watch: () => Promise<Job> }): Module {
  let watching: Job | undefined
  return {
    name: 'chain',
    gauges,
    async start({ isClock }) {
      if (isClock) watching = await watch()
    },
    stop: async () => void (await watching?.stop()),
  }
}
