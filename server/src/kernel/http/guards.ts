import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Headers of which a proxy before us may believe one and we another, where they are given twice. */
const names = ['host', 'content-length', 'content-type', 'transfer-encoding', 'authorization', 'origin']
/** A bit for each of them. */
const once = new Map(names.map((name, place) => [name, 1 << place]))

/** One host with or without a port: nothing that ends a header or a directive, and no list of hosts. */
export const plainHost = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]+)?$/i

/**
 * Whether a request gives one of the headers twice that decide whose it is, where it goes or where it ends, or a Host that
 * is none or several.
 */
export function isAmbiguous({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let seen = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    const bit = once.get(name)
    if (bit === undefined) continue
    if ((seen & bit) !== 0) return true
    if (name === 'host' && !plainHost.test(rawHeaders[at + 1] ?? '')) return true
    seen |= bit
  }
  return false
}

/** Responds 400 to an ambiguous request, whatever it is for. */
export function refuseAmbiguous(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isAmbiguous(request.raw)) return done()
    void reply
      .code(400)
      .header('content-type', 'application/json; charset=utf-8')
      .header('connection', 'close')
      .send('{"code":400,"msg":"ambiguousHeaders","params":{}}')
  })
}

/** Node ends a connection at the second check that finds nothing written: within ten seconds of the last byte read. */
const unreadWithinMs = 4500

/** Ends the connection of a caller that does not read its response. One that reads slowly is waited for. */
export function boundResponses(app: FastifyInstance, withinMs = unreadWithinMs): void {
  // A hook that is no promise: each response would wait for the end of one.
  app.addHook('onSend', ({ raw: { socket } }, ...[, , done]) => {
    // The server sets its own bound again once the response is written.
    if (socket instanceof Socket) socket.setTimeout(withinMs)
    done()
  })
  app.server.on('timeout', (socket) => {
    // What was not read would stay in the kernel after an ordinary end, for as long as the caller likes.
    if (socket.writableLength > 0) socket.resetAndDestroy()
    else socket.destroy()
  })
}
