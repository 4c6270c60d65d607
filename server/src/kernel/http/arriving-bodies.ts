import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** How long a body may take to arrive, and how much of an upload must arrive in that time for it to go on. */
export type BodyBounds = { readonly withinMs: number; readonly uploadBytes: number }
export const bodyBounds: BodyBounds = { withinMs: 30_000, uploadBytes: 64 * 1024 }
/** How often within that time the arrival of a body is checked, so that one that stops is ended soon after. */
const checks = 10

const notChecked: readonly number[] = []

/**
 * Ends the connection of a request whose body is not there in time. An upload (a route with `config.upload`) that moves
 * goes on, up to the server's own bound for a request. One timer checks all bodies: nearly every one is there at once, and
 * making a timer for it would cost the call more than the check.
 */
export function boundBodies(app: FastifyInstance, { withinMs, uploadBytes }: BodyBounds = bodyBounds): void {
  /** Bytes that the connection had received at each of the last checks, the oldest first. */
  const arriving = new Map<FastifyRequest, readonly number[]>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request)) arriving.set(request, notChecked)
    done()
  })
  // The body of nearly every call has been read by now.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.raw.complete) arriving.delete(request)
    done()
  })
  const check = (request: FastifyRequest, before: readonly number[]): void => {
    const { raw } = request
    // What a test injects has no connection that could be slow.
    if (raw.complete || raw.destroyed || !(raw.socket instanceof Socket)) return void arriving.delete(request)
    const received = [...before, raw.socket.bytesRead].slice(-(checks + 1))
    arriving.set(request, received)
    if (received.length <= checks) return
    if (isUpload(request) && (received.at(-1) ?? 0) - (received[0] ?? 0) >= uploadBytes) return
    arriving.delete(request)
    end(request, raw.socket)
  }
  const timer = setInterval(() => {
    for (const [request, before] of arriving) check(request, before)
  }, withinMs / checks).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })
}

/** The response is sent once, for a caller that reads; one that only sends a few bytes at a time is not waited for. */
function end({ raw }: FastifyRequest, socket: Socket): void {
  socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  socket.destroySoon()
  raw.destroy()
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const isUpload = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as { upload?: boolean } | undefined)?.upload === true
