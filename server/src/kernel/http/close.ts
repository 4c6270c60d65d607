import type { FastifyInstance } from 'fastify'
import { refusalBody } from './response.ts'

/** Calls that are on their way when the server stops have so long to end. */
const inFlightMs = 8000
const checkEveryMs = 50

/** Refuses with 503 the calls that come over connections which are still open while the server stops. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  app.addHook('onRequest', (_request, reply, done) => {
    if (!closing) return done()
    void reply
      .code(503)
      .header('connection', 'close')
      .header('retry-after', '1')
      .header('content-type', 'application/json; charset=utf-8')
      .send(refusalBody('fault', {}, ''))
  })
}

/** Takes no new connection, lets calls that are on their way end, each connection with its last one, and then closes. */
export async function closeHttp(app: FastifyInstance): Promise<void> {
  const closed = app.close()
  const idle = setInterval(() => app.server.closeIdleConnections(), checkEveryMs)
  const late = setTimeout(() => app.server.closeAllConnections(), inFlightMs)
  try {
    await closed
  } finally {
    clearInterval(idle)
    clearTimeout(late)
  }
}
