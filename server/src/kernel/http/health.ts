import type { FastifyInstance } from 'fastify'
import type { DatabaseWatch } from '../db/database-watch.ts'

export type HealthParams = { watch: DatabaseWatch; build: string; isReady: () => boolean; sealing: () => string }

/** A probe gives up after a second: a response that the database keeps waiting must come before. */
const databaseWithinMs = 500

/**
 * `/health/live`: the process responds. `/health/ready`: it can serve, database included, and whether the log is sealed:
 * a log that is `behind` or `broken` alarms operators and refuses no customer, who may want to withdraw. `/version`: what runs.
 */
export function serveHealth(app: FastifyInstance, { watch, build, isReady, sealing }: HealthParams): void {
  app.get('/health/live', (_request, reply) => reply.header('content-type', 'application/json').send('{"live":true}'))
  app.get('/health/ready', async (_request, reply) => {
    const reachable = await watch.responds(databaseWithinMs)
    const ready = reachable && isReady()
    return reply
      .code(ready ? 200 : 503)
      .header('content-type', 'application/json')
      .header('cache-control', 'no-store')
      .send(JSON.stringify({ ready, database: reachable, sealing: sealing() }))
  })
  app.get('/version', (_request, reply) =>
    reply.header('content-type', 'application/json').send(JSON.stringify({ build })),
  )
}
