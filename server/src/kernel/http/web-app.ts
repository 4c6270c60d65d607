import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { langOf, languages } from '@evenhand/protocol/languages.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requesterOf } from './browser-call.ts'
import { plainHost } from './guards.ts'
import { pageHeaders } from './page-headers.ts'

type Page = { body: Buffer; br: Buffer; gzip: Buffer; csp: string }

const rules = [
  "default-src 'self'", "img-src 'self' data: blob:", "font-src 'self'", "object-src 'none'",
  "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'", "worker-src 'self'",
  // Text becomes markup or code nowhere. One policy may be made, for the address of the page's own worker.
  "require-trusted-types-for 'script'", "trusted-types own-worker",
] // prettier-ignore

const hashesOf = (html: string, tag: RegExp): string =>
  [...html.matchAll(tag)]
    .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join(' ')

/** The policy of a page, but for where it may connect to: its own inline scripts and styles by their hashes, no others. */
export function policyOf(html: string): string {
  const scripts = hashesOf(html, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  const styles = hashesOf(html, /<style[^>]*>([\s\S]*?)<\/style>/g)
  return [...rules, `style-src 'self' ${styles}`.trim(), `script-src 'self' ${scripts}`.trim()].join('; ')
}

/**
 * Where a page may connect to: what it came from, and for customers the sockets there, which browsers from before this was
 * part of 'self' want by name. A host that could say more than a host is left out.
 */
export function connectionsOf(origin: string, kind: WebApp['kind']): string {
  const at = URL.canParse(origin) ? new URL(origin) : undefined
  const socket =
    at !== undefined && plainHost.test(at.host) ? `${at.protocol === 'https:' ? 'wss' : 'ws'}://${at.host}` : ''
  return `connect-src 'self' ${kind === 'customers' ? socket : ''}`.trim()
}

function preparePage(html: string): Page {
  const body = Buffer.from(html)
  const br = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
  return { body, br, gzip: gzipSync(body), csp: policyOf(html) }
}

function sendEncoded(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(page.br)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(page.gzip)
  return reply.send(page.body)
}

const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Hashed parts for ever; pictures of instruments for a day, since they keep their names; the rest is requested anew. */
const cacheControlOf = (file: string): string => {
  if (/[\\/]assets[\\/]/.test(file)) return 'public, max-age=31536000, immutable'
  return /[\\/]logos[\\/]/.test(file) ? 'public, max-age=86400' : 'no-cache'
}

const isServed = (file: string): boolean =>
  !/(?:^|\/)\./.test(file) && !/\.html[^/]*$/.test(file) && file !== 'built-from'

/** The files of a built app that have an address, by their path in the folder: neither its pages nor what hides. */
const servedFiles = (folder: string): ReadonlySet<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      .filter(isServed),
  )

type WebApp = {
  folder: string
  live: boolean
  kind: 'customers' | 'operators'
  /** Where it is reached; where that is not set, what was called. */
  address: string | undefined
}

/**
 * Serves a built app: files with their compressed twins, hashed assets for a year, and for every other path
 * a browser requests, the page in the language of its cookie. Anything else that does not exist is 404 as JSON.
 */
export async function serveWebApp(app: FastifyInstance, options: WebApp): Promise<void> {
  const pages = new Map<string, Page>()
  for (const { value } of languages) {
    const own = join(options.folder, `shell.${value}.html`)
    const html = readFileSync(existsSync(own) ? own : join(options.folder, 'index.html'), 'utf8')
    // The page says by itself that it is a sandbox; a live installation marks it as live.
    pages.set(value, preparePage(options.live ? html.replace('<html ', '<html data-mode="live" ') : html))
  }
  await app.register(fastifyStatic, {
    root: options.folder,
    preCompressed: true,
    // One route for all: with a route for each of the thousands of files the server spends seconds of its start on them.
    serve: false,
    index: false,
    cacheControl: false,
    setHeaders: (res, file) => {
      res.header('cache-control', cacheControlOf(file))
      // Opened by itself a picture is a page: this one may run nothing and fetch nothing.
      if (/\.svg(?:\.br|\.gz)?$/.test(file)) res.header('content-security-policy', picturePolicy)
    },
  })
  const files = servedFiles(options.folder)
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => {
      const file = request.params['*']
      return files.has(file) ? reply.sendFile(`/${file}`) : reply.callNotFound()
    },
  })
  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const cookie = /(?:^|;\s*)lang=([a-z]{2})/.exec(String(request.headers.cookie ?? ''))?.[1]
    const page = pages.get(langOf(cookie)) as Page
    const policy = `${page.csp}; ${connectionsOf(options.address ?? requesterOf(request).origin, options.kind)}`
    pageHeaders(reply, { policy, live: options.live }).code(200).header('vary', 'cookie, accept-encoding')
    return sendEncoded(request, reply, page)
  }
  app.setNotFoundHandler((request, reply) => {
    const accept = String(request.headers.accept ?? '*/*')
    // Who names no kind, as a link preview does, gets a page for an address that is not a file's.
    const path = request.url.split('?', 1)[0] ?? ''
    const takesAll = accept.includes('*/*') && !/\.[a-z0-9]+$/i.test(path)
    const wantsPage = ['GET', 'HEAD'].includes(request.method) && (accept.includes('text/html') || takesAll)
    if (wantsPage && !/^\/(?:swx|sandbox|message|ws|docs|health)(?:\/|$)/.test(path)) return sendPage(request, reply)
    return reply
      .code(404)
      .header('content-type', 'application/json; charset=utf-8')
      .send('{"code":404,"msg":"notFound","params":{}}')
  })
}
