import { BlockList, isIP } from 'node:net'
import type { OperatorRole, OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { requesterOf, mustBeOwnPage } from './browser-call.ts'
import { cookiesOf, type Cookies } from './cookies.ts'
import { response, respondFailure, respondRaw, isRaw } from './response.ts'
import { langOfCall, parseRequest, rawRequest } from './call.ts'
import { uuidV7 } from '../ids.ts'
import type { Log } from '../log.ts'
import type { MountedOperator, OperatorCall } from './operator-call.ts'
import { refuse, Refusal } from './refusal.ts'

/** A call of the console before sign-in. */
export type Entrance = Omit<OperatorCall, 'operator'> &
  Cookies & {
    readonly userAgent: string
    readonly secure: boolean
    readonly now: number
    /** The header `x-csrf`, empty where there is none. */
    readonly csrf: string
    /** How long the calling page had no input, in milliseconds: what a page reads by itself is no use of it. */
    readonly idleMs: number
  }
/** The session of an operator, looked up for every call: roles are those of this moment. */
export type OperatorSession = {
  readonly id: string
  readonly createdAt: number
  /** What every call but a GET must bring in the header `x-csrf`. */
  readonly csrf: string
  readonly operator: OperatorCall['operator']
}
/** A call of a signed-in operator, with what only sign-in itself needs to know. */
export type SignedCall = Entrance & OperatorCall & { readonly session: OperatorSession }

/** A route without a session: sign-in and set-up alone. */
export type MountedEntrance = {
  readonly route: OperatorRoute
  readonly run: (body: never, call: Entrance) => Promise<unknown>
}
/** Mounts a use case on a route of the console that needs no session; types of request and result come from the route. */
export const handleEntrance = <A extends z.ZodMiniType, R extends z.ZodMiniType>(
  route: OperatorRoute<A, R>,
  run: (body: z.output<A>, call: Entrance) => Promise<z.input<R>>,
): MountedEntrance => ({ route: route as never, run: run as never })
/**
 * Mounts a use case that needs the session itself, such as signing out; refused 401 without one, and 10008 with
 * the reason ROLE where no role of the operator may call it.
 */
export const handleSigned = <A extends z.ZodMiniType, R extends z.ZodMiniType>(
  route: OperatorRoute<A, R>,
  run: (body: z.output<A>, call: SignedCall) => Promise<z.input<R>>,
): MountedOperator => ({ route: route as never, run: run as never })

export type OperatorHttpParams = {
  log: Log
  clock: { now(): number }
  findSession: (call: Entrance) => Promise<OperatorSession | undefined>
  /** Refuses 40029 when this caller calls too often. */
  admit: (caller: { ip: string; session: OperatorSession | undefined }) => void
  /** The address operators know, which passkeys are made for; where it is not set, the one that was called. */
  consoleUrl?: string | undefined
  /** Called for a call that the operator's roles do not allow, before it is refused. */
  refused?: (call: OperatorCall, what: string) => Promise<void>
  strict?: boolean
}

const anyRoute = new Set([
  'sessionEnded',
  'tooMany',
  'dataIncomplete',
  'fault',
  'accountRestricted',
  'reasonNeeded',
  'proofNeeded',
  'fourEyesNeeded',
])

/** Serves the calls of operators: network, page, session, rate, role, shape, use case, in this order for every call. */
export function mountOperatorRoutes(
  app: FastifyInstance,
  { signedIn, entrances }: { signedIn: readonly MountedOperator[]; entrances: readonly MountedEntrance[] },
  params: OperatorHttpParams,
): void {
  const serve = (
    route: OperatorRoute,
    run: (body: never, entrance: Entrance) => Promise<unknown>,
    bodyLimit?: number,
  ): void => {
    app.route({
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const entrance = entranceOf(request, reply, params)
        try {
          mustBeOwnPage(request, params.consoleUrl)
          const result = await run(rawRequest(route, request) as never, entrance)
          if (isRaw(result)) return respondRaw(reply, result)
          if (params.strict === true) z.parse(route.result, result)
          return response(reply, { result, notice: undefined, traceId: entrance.traceId })
        } catch (cause) {
          if (params.strict === true) mustBeDeclared(route, cause)
          return respondFailure(reply, { cause, traceId: entrance.traceId, log: params.log, path: route.path })
        }
      },
    })
  }
  for (const { route, run } of entrances)
    serve(route, async (raw, entrance) => {
      params.admit({ ip: entrance.ip, session: undefined })
      return run(parseRequest(route, raw) as never, entrance)
    })
  for (const { route, run, bodyLimit } of signedIn)
    serve(
      route,
      async (raw, entrance) => {
        const session = await params.findSession(entrance)
        params.admit({ ip: entrance.ip, session })
        if (session === undefined) throw refuse('sessionEnded')
        const { method } = route
        if (method !== 'GET' && entrance.csrf !== session.csrf)
          throw refuse('dataIncomplete', { fields: [{ field: 'x-csrf', reason: 'missing' }] })
        const call: SignedCall = { ...entrance, operator: session.operator, session }
        if (!isHeld(route, session.operator.roles)) {
          await params.refused?.(call, `${method} ${addressOf(route, raw)}`)
          throw refuse('accountRestricted', { reason: 'ROLE', roles: route.roles })
        }
        return run(parseRequest(route, raw) as never, call)
      },
      bodyLimit,
    )
}

const isHeld = (route: OperatorRoute, held: readonly OperatorRole[]): boolean =>
  route.roles.some((role) => held.includes(role))

/** The address that was called, with the ids in it. */
const addressOf = ({ path }: OperatorRoute, raw: Readonly<Record<string, unknown>>): string =>
  path.replace(/:(\w+)/g, (name, field: string) => {
    const value = Object.hasOwn(raw, field) ? raw[field] : undefined
    return typeof value === 'string' && /^[A-Za-z0-9_-]{1,40}$/.test(value) ? value : name
  })

function entranceOf(request: FastifyRequest, reply: FastifyReply, params: OperatorHttpParams): Entrance {
  const { origin, secure } = requesterOf(request)
  const now = params.clock.now()
  return {
    ip: request.ip,
    traceId: uuidV7(now),
    lang: langOfCall(request).lang,
    origin: originOf(params.consoleUrl ?? origin),
    secure,
    now,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    csrf: String(request.headers['x-csrf'] ?? ''),
    idleMs: idleOf(String(request.headers['x-idle-ms'] ?? '')),
    ...cookiesOf(request, reply, secure),
  }
}

const idleOf = (text: string): number => (/^\d{1,10}$/.test(text) ? Number.parseInt(text, 10) : 0)

/** As browsers write it: without the port that the scheme has anyway. */
const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : 'http://localhost')

const notThere = (reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .header('content-type', 'application/json; charset=utf-8')
    .send('{"code":404,"msg":"notFound","params":{}}')

/**
 * Responds to every call from outside of the networks like a path that does not exist, pages and metrics included. Routes that
 * were added before stay open to all.
 */
export function guardNetworks(app: FastifyInstance, networks: readonly string[]): void {
  if (networks.length === 0) return
  const isAllowed = allowList(networks)
  app.addHook('onRequest', async (request, reply) => {
    if (!isAllowed(request.ip)) return notThere(reply)
  })
}

/** Whether an address is of one of the networks (`10.0.0.0/8`, `2001:db8::/32`, or one address); none given: every is. */
export function allowList(networks: readonly string[]): (ip: string) => boolean {
  if (networks.length === 0) return () => true
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => {
    // The prefix that an IPv6 socket puts before a caller's IPv4 address.
    const ip = address.startsWith('::ffff:') ? address.slice(7) : address
    const kind = isIP(ip)
    return kind !== 0 && list.check(ip, kind === 6 ? 'ipv6' : 'ipv4')
  }
}

function mustBeDeclared(route: OperatorRoute, cause: unknown): void {
  if (!(cause instanceof Refusal)) return
  if (!anyRoute.has(cause.key) && !route.refusals.includes(cause.key))
    throw new Error(`${route.path} refused with ${cause.key}, which it does not declare`)
}
