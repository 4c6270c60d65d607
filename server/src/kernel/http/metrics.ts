import type { FastifyInstance } from 'fastify'

/** One of several numbers of a gauge; label values are names of ours, without quotes and backslashes. */
type Sample = { labels: Readonly<Record<string, string>>; value: number }
/** A number, or one for each of some labels, as a scrape reads it, taken at the moment of the scrape. */
export type Gauge = { name: string; help: string; read: () => number | readonly Sample[] }

/** Serves the gauges in the Prometheus text format at /metrics. For the operators' port alone. */
export function serveMetrics(app: FastifyInstance, gauges: readonly Gauge[]): void {
  app.get('/metrics', (_request, reply) => {
    const lines = gauges.flatMap(({ name, help, read }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...samplesOf(read()).map(({ labels, value }) => `${name}${labels} ${value}`),
    ])
    return reply.header('content-type', 'text/plain; version=0.0.4').send(`${lines.join('\n')}\n`)
  })
}

const samplesOf = (read: number | readonly Sample[]): { labels: string; value: number }[] =>
  typeof read === 'number'
    ? [{ labels: '', value: read }]
    : read.map(({ labels, value }) => {
        const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
        return { labels: `{${pairs.join(',')}}`, value }
      })

/** What the process itself uses. */
export const processGauges: readonly Gauge[] = [
  { name: 'evenhand_memory_bytes', help: 'Resident memory.', read: () => process.memoryUsage.rss() },
  {
    name: 'evenhand_cpu_seconds',
    help: 'Processor time used.',
    read: () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
  },
  { name: 'evenhand_uptime_seconds', help: 'Seconds since the start.', read: () => process.uptime() },
]
