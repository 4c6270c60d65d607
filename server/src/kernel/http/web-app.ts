import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { langOf, languages, langValues, type Lang } from '@evenhand/protocol/languages.ts'
import { pageListFile, type PageList } from '@evenhand/protocol/page-list.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requesterOf } from './browser-call.ts'
import { plainHost } from './guards.ts'
import { headOf, type NamedPages } from './page-head.ts'
import { pageHeaders } from './page-headers.ts'
import { createPageSender, shellOf, type Shell } from './page-store.ts'
import { robotsOf, sitemapOf } from './site-files.ts'

/**
 * Where a page may connect to: what it came from, and for customers the sockets there, which browsers from before this was
 * part of 'self' want by name. A host that could contain more than a host is left out.
 */
export function connectionsOf(origin: string, kind: WebApp['kind']): string {
  const at = URL.canParse(origin) ? new URL(origin) : undefined
  const socket =
    at !== undefined && plainHost.test(at.host) ? `${at.protocol === 'https:' ? 'wss' : 'ws'}://${at.host}` : ''
  return `connect-src 'self' ${kind === 'customers' ? socket : ''}`.trim()
}

const languageTags = new Map<Lang, string>(languages.map(({ value, tag }) => [value, tag]))

const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Hashed parts for ever; pictures of instruments for a day, since they keep their names; the rest is requested anew. */
const cacheControlOf = (file: string): string => {
  if (/[\\/]assets[\\/]/.test(file)) return 'public, max-age=31536000, immutable'
  return /[\\/]logos[\\/]/.test(file) ? 'public, max-age=86400' : 'no-cache'
}

const isServed = (file: string): boolean =>
  !/(?:^|\/)\./.test(file) && !/\.html[^/]*$/.test(file) && file !== 'built-from' && !file.startsWith(pageListFile)

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
  /** Pages that are named by their address; none where left out. */
  named?: NamedPages
}

/** A page of a build. It shows by itself that it is a sandbox; a live installation marks it as live. */
function readShell(file: string, { live }: WebApp): Shell {
  const html = readFileSync(file, 'utf8')
  return shellOf(live ? html.replace('<html ', '<html data-mode="live" ') : html)
}

/** The pages of a build by language. */
const readShells = (options: WebApp): ReadonlyMap<Lang, Shell> =>
  new Map(
    languages.map(({ value }) => {
      const own = join(options.folder, `shell.${value}.html`)
      return [value, readShell(existsSync(own) ? own : join(options.folder, 'index.html'), options)]
    }),
  )

/** Customer service in a window of its own, which stands beside the app; only customers have it. */
const servicePage = 'service.html'

/** What the build lists of its screens; the operators' app lists none. */
function readPageList(folder: string): PageList | undefined {
  const file = join(folder, pageListFile)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PageList) : undefined
}

/** The language of the address, or of the cookie; zh where neither names one. */
function requestedLang(request: FastifyRequest, search: URLSearchParams): Lang {
  const cookie = /(?:^|;\s*)lang=([a-z]{2})/.exec(String(request.headers.cookie ?? ''))?.[1]
  return langValues.find((lang) => lang === search.get('lang')) ?? langOf(cookie)
}

/**
 * Serves a built app: files with their compressed twins, hashed assets for a year, `robots.txt`, `sitemap.xml`, and for
 * every other path a browser requests, the page in the language of its address or cookie, with the metadata of that page.
 * Anything else that does not exist is 404 as JSON.
 */
export async function serveWebApp(app: FastifyInstance, options: WebApp): Promise<void> {
  const { named } = options
  const shells = readShells(options)
  const serviceFile = join(options.folder, servicePage)
  const service = existsSync(serviceFile) ? readShell(serviceFile, options) : undefined
  const pages = readPageList(options.folder)
  const send = createPageSender()
  const originOf = (request: FastifyRequest): string => options.address ?? requesterOf(request).origin
  app.get('/robots.txt', (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsOf(pages, originOf(request))),
  )
  if (pages !== undefined)
    app.get('/sitemap.xml', (request, reply) =>
      reply.type('application/xml; charset=utf-8').send(sitemapOf(pages, named, originOf(request))),
    )
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
      if (file === servicePage && service) return sendService(request, reply, service)
      return files.has(file) ? reply.sendFile(`/${file}`) : reply.callNotFound()
    },
  })
  const sendService = (request: FastifyRequest, reply: FastifyReply, { csp, before }: Shell): FastifyReply => {
    pageHeaders(reply, { policy: `${csp}; ${connectionsOf(originOf(request), options.kind)}`, live: options.live })
    return send(request, reply.code(200).header('vary', 'accept-encoding'), { key: servicePage, make: () => before })
  }
  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const [path = '', query] = request.url.split(/[?](.*)/s, 2)
    const screen = path.slice(0, -1)
    // One address a screen. Of known screens alone: an address that begins with two slashes would lead to another site.
    if (path.endsWith('/') && screen !== '' && pages?.[screen] !== undefined)
      return reply.redirect(query === undefined ? screen : `${screen}?${query}`, 301)
    const search = new URLSearchParams(query)
    const origin = originOf(request)
    const lang = requestedLang(request, search)
    const shell = shells.get(lang) as Shell
    const policy = `${shell.csp}; ${connectionsOf(origin, options.kind)}`
    pageHeaders(reply, { policy, live: options.live })
      .code(200)
      .header('vary', 'cookie, accept-encoding')
      .header('content-language', languageTags.get(lang))
    const head = pages === undefined ? shell.ownHead : headOf({ pages, named, origin }, { path, search, lang })
    const after = path === '/' ? shell.after : shell.bareAfter
    return send(request, reply, { key: `${lang} ${path === '/'} ${head}`, make: () => shell.before + head + after })
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
