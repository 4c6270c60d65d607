import { randomBytes } from 'node:crypto'
import type { Route } from '@evenhand/protocol/route.ts'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import { callerOf, mustBeForKey } from './api-key.ts'
import { requesterOf, mustBeOwnPage } from './browser-call.ts'
import { cookiesOf } from './cookies.ts'
import { callBoundMs, withinBound } from '../db/query-timeout.ts'
import { refuseWhileClosing } from './close.ts'
import { boundBodies, type BodyBounds } from './arriving-bodies.ts'
import { boundResponses, refuseAmbiguous } from './guards.ts'
import { response, respondFailure, respondRaw, isNoticed, isRaw, refusalBody, type Raw } from './response.ts'
import {
  hashOfRequest,
  keyOf,
  langOfCall,
  modeOf,
  parseRequest,
  rawRequest,
  tokenOf,
  type Call,
  type FindSession,
  type Session,
} from './call.ts'
import { readUpload, type Upload, type UploadedFile, type UploadRules } from './upload.ts'
import type { Log } from '../log.ts'
import { refuse, Refusal } from './refusal.ts'

export { withAttachment, withFile, withImage, withJson, withNotice, withPicture, type Raw } from './response.ts'
export type { CookieReader } from './cookies.ts'
export type { Call, FindSession, Session } from './call.ts'

/** A route with the use case that serves it. Routes are data: they can be listed, documented and tested from one list. */
export type Mounted = {
  readonly route: Route
  readonly run: (body: never, call: Call, file?: UploadedFile) => Promise<unknown>
  /** Set where a call carries a file (multipart/form-data) instead of JSON. */
  readonly upload?: Uploads
  /** Completes the refusal of a malformed field that has a code of its own by what the rest of the request names. */
  readonly complete?: (refusal: Refusal, raw: RawRequest, call: Call) => Promise<Refusal>
}
type RawRequest = Readonly<Record<string, unknown>>
type Uploads = UploadRules & {
  /** Refuses a caller who sends too much, before the file is read; returns what ends the sending. */
  readonly begin: (call: Pick<Call, 'session' | 'token' | 'ip'>) => (() => void) | Promise<() => void>
}

/** Binds a route of the protocol to its use case. The use case returns in wire form, or with bytes encoded before. */
export const handle = <A extends z.ZodMiniType, R extends z.ZodMiniType>(
  route: Route<A, R>,
  run: (body: z.output<A>, call: Call) => Promise<z.input<R> | Raw>,
  options: Pick<Mounted, 'complete'> = {},
): Mounted => ({ route: route as never, run: run as never, ...options })

/** Binds a route that takes a file to its use case; the fields beside the file are its request. */
export const handleUpload = <A extends z.ZodMiniType, R extends z.ZodMiniType>(
  route: Route<A, R>,
  upload: Uploads,
  run: (body: z.output<A>, call: Call, file: UploadedFile | undefined) => Promise<z.input<R>>,
): Mounted => ({ route: route as never, run: run as never, upload })

export type HttpParams = {
  log: Log
  findSession: FindSession
  /** Refuses 40029 when this caller calls too often; called after session and mode, before the request is read. */
  admit?: (caller: { ip: string; session: Session | undefined; route: Route }) => void
  /**
   * Refuses 40036 unless the session of a call has a recent proof; checked after the shape, so that no customer proves who they
   * are for a request that cannot be served. Without it a route that needs a proof is closed.
   */
  requireStepUp?: (proof: true | 'factor', call: Call) => Promise<void>
  trustProxy?: string | false
  /** The address customers know, where it is configured; pages of it may call. */
  publicUrl?: string | undefined
  /** Tests set it: every result is parsed with its route's schema, and a refusal the route did not declare throws. */
  strict?: boolean
}

const noSession: Session = { id: '', customerId: '', accountId: 0n, country: '', lang: 'zh' }
const anyRoute = new Set([
  'sessionEnded',
  'modeMismatch',
  'realAccountNeeded',
  'tooMany',
  'dataIncomplete',
  'fault',
  'customerNotFound',
  'keyNotAllowed',
])

/** Headers of every response that does not state its own. */
const everyHeader = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  // No other site may show or read what we serve, pictures included.
  'cross-origin-resource-policy': 'same-origin',
}

/** The HTTP server without routes: limits, exact media type, JSON 404, security headers. */
export function createHttp(
  params: Pick<HttpParams, 'trustProxy'> & { bodies?: BodyBounds; unreadWithinMs?: number },
): FastifyInstance {
  const app = fastify({
    logger: false,
    trustProxy: params.trustProxy ?? false,
    bodyLimit: 64 * 1024,
    // A photograph of 50 MB takes its time on a slow connection; what is no upload, or does not move, ends before.
    requestTimeout: 300_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5000 },
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    // A call that is on its way ends as it would have; see closeHttp.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 128 },
    // An address that cannot be read, or with a part that no id of ours is as long as, is a path that does not exist.
    frameworkErrors: (_cause, _request, reply) => {
      const sent = reply as unknown as FastifyReply
      void sent
        .code(404)
        .header('content-type', 'application/json; charset=utf-8')
        .send('{"code":404,"msg":"notFound","params":{}}')
    },
  })
  app.removeAllContentTypeParsers()
  // The type of nearly every body has an entry of its own, since fastify takes any other apart for each request.
  for (const type of ['application/json', '*'])
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((cause: { statusCode?: number }, _request, reply) => {
    const status = cause.statusCode === 413 ? 413 : 200
    return reply
      .code(status)
      .header('content-type', 'application/json')
      .send(
        refusalBody(
          'dataIncomplete',
          { fields: [{ field: 'body', reason: status === 413 ? 'tooLarge' : 'malformed' }] },
          '',
        ),
      )
  })
  refuseWhileClosing(app)
  refuseAmbiguous(app)
  boundBodies(app, params.bodies)
  boundResponses(app, params.unreadWithinMs)
  app.addHook('preHandler', (_request, _reply, done) => withinBound(callBoundMs, done))
  app.addHook('onRequest', (_request, reply, done) => {
    // Not on the connection's own response: Node would then copy every header that is sent beside them.
    reply.headers(everyHeader)
    done()
  })
  return app
}

const tracePrefix = randomBytes(4).toString('hex')
let traceCount = 0
const nextTrace = (): string => `${tracePrefix}-${(traceCount++).toString(36)}`

/** Serves the routes: session, mode, rate, scope of a key, shape, proof, use case, envelope, in this order for every call. */
export function mountRoutes(app: FastifyInstance, mounted: readonly Mounted[], params: HttpParams): void {
  for (const { route, run, upload, complete } of mounted) {
    const paramStart = route.path.indexOf(':')
    const served: RouteOptions = {
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const traceId = nextTrace()
        let sent: Upload | undefined
        let ended: (() => void) | undefined
        try {
          const read = await readCall({ route, request, reply, traceId, params })
          ended = await upload?.begin(read)
          if (upload !== undefined) sent = await readUpload(request, upload)
          const raw = sent === undefined ? rawRequest(route, request) : fieldsOf(sent, request)
          const call: Call = { ...read, requestHash: () => hashOfRequest(raw, read.mode) }
          const body = (await requestOf({ route, complete }, raw, call)) as never
          if (route.proof !== undefined) await requireStepUp(params, route.proof, call)
          const result = await run(body, call, sent?.file)
          return succeed(reply, { route, result, traceId, strict: params.strict === true })
        } catch (cause) {
          if (params.strict === true) assertDeclared(route, cause)
          return respondFailure(reply, {
            cause,
            traceId,
            log: params.log,
            path: paramStart < 0 ? route.path : route.path.slice(0, paramStart),
          })
        } finally {
          ended?.()
          if (sent !== undefined) await sent.close()
        }
      },
    }
    if (upload === undefined) app.route(served)
    else mountUpload(app, served)
  }
}

/** The request as the route reads it; refuses as `parseRequest` does, completed where the route has more to report. */
async function requestOf(
  { route, complete }: { route: Route; complete: Mounted['complete'] },
  raw: RawRequest,
  call: Call,
): Promise<unknown> {
  try {
    return parseRequest(route, raw)
  } catch (cause) {
    if (complete === undefined || !(cause instanceof Refusal) || cause.key === 'dataIncomplete') throw cause
    throw await complete(cause, raw, call)
  }
}

/** The fields beside a file, and what the path names, which no field can override. */
const fieldsOf = ({ fields }: Upload, request: FastifyRequest): Record<string, unknown> => ({
  ...fields,
  ...(request.params as Record<string, string>),
})

/** A call with a file is read by its use case, piece by piece; everywhere else such a body is no media type of ours. */
function mountUpload(app: FastifyInstance, served: RouteOptions): void {
  void app.register((own, _options, done) => {
    own.addContentTypeParser('multipart/form-data', (_request, _payload, read) => read(null))
    own.route({ ...served, config: { upload: true } })
    done()
  })
}

async function requireStepUp(params: HttpParams, proof: true | 'factor', call: Call): Promise<void> {
  if (params.requireStepUp === undefined) throw refuse('proofNeeded', { accepts: [] })
  await params.requireStepUp(proof, call)
}

type Reading = { route: Route; request: FastifyRequest; reply: FastifyReply; traceId: string; params: HttpParams }

async function readCall({ route, request, reply, traceId, params }: Reading): Promise<Omit<Call, 'requestHash'>> {
  mustBeOwnPage(request, params.publicUrl)
  const requester = requesterOf(request)
  const cookies = cookiesOf(request, reply, requester.secure)
  const token = tokenOf(request.headers.authorization)
  const found = token === '' ? undefined : params.findSession(token, cookies.cookie)
  const session = callerOf(found instanceof Promise ? await found : found, route, request.ip)
  if (session === undefined && route.signedIn === true) {
    // Guessing at tokens counts against the caller's address.
    params.admit?.({ ip: request.ip, session, route })
    throw refuse('sessionEnded')
  }
  const mode = modeOf(route, request.headers['virtually'])
  params.admit?.({ ip: request.ip, session, route })
  mustBeForKey(session ?? noSession, route, mode)
  return {
    ip: request.ip,
    ...cookies,
    ...langOfCall(request),
    mode,
    key: keyOf(request.headers['idempotency-key']),
    traceId,
    token,
    session: session ?? noSession,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    requester,
  }
}

type Success = { route: Route; result: unknown; traceId: string; strict: boolean }

function succeed(reply: FastifyReply, { route, result, traceId, strict }: Success): FastifyReply {
  if (isRaw(result)) return respondRaw(reply, result)
  const sent = isNoticed(result) ? result : { result, notice: route.notice }
  if (strict) z.parse(route.result, sent.result)
  return response(reply, { ...sent, traceId })
}

function assertDeclared(route: Route, cause: unknown): void {
  const key = cause instanceof Error && 'key' in cause ? String(cause.key) : undefined
  const declared = (route.refusals as readonly string[]).concat(route.proof === undefined ? [] : 'proofNeeded')
  if (key !== undefined && !anyRoute.has(key) && !declared.includes(key)) {
    throw new Error(`${route.path} refused with ${key}, which it does not declare`)
  }
}
