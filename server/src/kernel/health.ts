import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { sql, type DB } from './db.ts'

export type HealthOf = { db: Kysely<DB>; build: string; isReady: () => boolean }

/** `/health/live`: the process answers. `/health/ready`: it can serve, database included. `/version`: what runs. */
export function serveHealth(app: FastifyInstance, { db, build, isReady }: HealthOf): void {
  app.get('/health/live', (_request, reply) => reply.header('content-type', 'application/json').send('{"live":true}'))
  app.get('/health/ready', async (_request, reply) => {
    const reachable = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    const ready = reachable && isReady()
    return reply
      .code(ready ? 200 : 503)
      .header('content-type', 'application/json')
      .header('cache-control', 'no-store')
      .send(JSON.stringify({ ready, database: reachable }))
  })
  app.get('/version', (_request, reply) =>
    reply.header('content-type', 'application/json').send(JSON.stringify({ build })),
  )
}
