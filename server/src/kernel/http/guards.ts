import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Headers of which a proxy before us may believe one and we another, where they are given twice. */
const once = new Set(['host', 'content-length', 'content-type', 'transfer-encoding', 'authorization', 'origin'])

/** One host with or without a port: nothing that ends a header or a directive, and no list of hosts. */
export const plainHost = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]+)?$/i

/**
 * Whether a request gives one of the headers twice that decide whose it is, where it goes or where it ends, or a Host that
 * is none or several.
 */
export function isAmbiguous({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    if (!once.has(name)) continue
    if (seen.has(name)) return true
    if (name === 'host' && !plainHost.test(rawHeaders[at + 1] ?? '')) return true
    seen.add(name)
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

/** How long a body may take to arrive, and how much of an upload must arrive in that time for it to go on. */
export type BodyBounds = { readonly withinMs: number; readonly uploadBytes: number }
export const bodyBounds: BodyBounds = { withinMs: 30_000, uploadBytes: 64 * 1024 }
/** How often within that time the arrival of a body is checked, so that one that stops is ended soon after. */
const samples = 10

/**
 * Ends the connection of a request whose body is not there in time. An upload (a route with `config.upload`) that moves
 * goes on, up to the server's own bound for a request.
 */
export function boundBodies(app: FastifyInstance, { withinMs, uploadBytes }: BodyBounds = bodyBounds): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request)) watchBody(request, { withinMs, uploadBytes })
    done()
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function watchBody({ raw, routeOptions }: FastifyRequest, { withinMs, uploadBytes }: BodyBounds): void {
  const { socket } = raw
  // What a test injects has no connection that could be slow.
  if (!(socket instanceof Socket)) return
  const isUpload = (routeOptions.config as { upload?: boolean } | undefined)?.upload === true
  const sample = (): { at: number; bytes: number } => ({ at: performance.now(), bytes: socket.bytesRead })
  // What had arrived at each sample of the last `withinMs`, the oldest first.
  const arrived = [sample()]
  const timer = setInterval(() => {
    if (raw.complete || raw.destroyed) return clearInterval(timer)
    const now = sample()
    let since = arrived[0]
    while (arrived[0] !== undefined && now.at - arrived[0].at >= withinMs) since = arrived.shift()
    arrived.push(now)
    if (since === undefined || now.at - since.at < withinMs) return
    if (isUpload && now.bytes - since.bytes >= uploadBytes) return
    clearInterval(timer)
    // The response is sent once, for a caller that reads; a caller that only sends a few bytes at a time is not waited for.
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    socket.destroySoon()
    raw.destroy()
  }, withinMs / samples).unref()
  const forget = (): void => clearInterval(timer)
  raw.once('end', forget).once('close', forget)
}

/** Node ends a connection at the second check that finds nothing written: within ten seconds of the last byte read. */
const unreadWithinMs = 4500

/** Ends the connection of a caller that does not read its response. One that reads slowly is waited for. */
export function boundResponses(app: FastifyInstance, withinMs = unreadWithinMs): void {
  app.addHook('onSend', async ({ raw: { socket } }) => {
    // The server sets its own bound again once the response is written.
    if (socket instanceof Socket) socket.setTimeout(withinMs)
  })
  app.server.on('timeout', (socket) => {
    // What was not read would stay in the kernel after an ordinary end, for as long as the caller likes.
    if (socket.writableLength > 0) socket.resetAndDestroy()
    else socket.destroy()
  })
}
