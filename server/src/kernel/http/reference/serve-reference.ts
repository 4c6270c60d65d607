import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageHeaders } from '../page-headers.ts'
import { asyncApiOf } from './asyncapi.ts'
import { openApiOf, type ReferenceParams } from './openapi.ts'

/** Swagger UI with its settings: a search over the whole description of an operation, and nothing from elsewhere. */
const start = `
const searchTextOf = ({ operation, path, method }) => [path, method, operation.get('summary'), operation.get('operationId')].join(' ').toLowerCase()
const searching = () => ({ fn: { opsFilter: (domains, phrase) => {
  const words = phrase.toLowerCase().split(/\\s+/).filter(Boolean)
  return domains
    .map((domain, tag) => domain.set('operations', domain.get('operations').filter((one) => {
      const text = tag + ' ' + searchTextOf({ operation: one.get('operation'), path: one.get('path'), method: one.get('method') })
      return words.every((word) => text.includes(word))
    })))
    .filter((domain) => domain.get('operations').size > 0)
} } })
SwaggerUIBundle({
  url: '/docs/openapi.json', dom_id: '#reference', deepLinking: true, filter: true, docExpansion: 'none', plugins: [searching],
  defaultModelsExpandDepth: 0, displayRequestDuration: true, tryItOutEnabled: true, persistAuthorization: false,
  showExtensions: false, validatorUrl: null, requestSnippetsEnabled: true,
})
`

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Evenhand API reference</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/docs/reference.css"></head>
<body><div id="reference"></div><noscript><p>The reference needs JavaScript; the same is in <a href="/docs/openapi.json">openapi.json</a>.</p></noscript>
<script src="/docs/reference.js"></script><script src="/docs/start.js"></script></body></html>`

// The styles that the reference draws with are set on elements; scripts and calls are our own alone.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "frame-ancestors 'none'; form-action 'self'; base-uri 'none'"

const ui = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const json = 'application/json; charset=utf-8'

/**
 * Serves the reference at /docs, with search and calls that can be tried, and the document it is made from at
 * /docs/openapi.json. Everything is made for its first reader: a start does not wait for it.
 */
export function serveReference(app: FastifyInstance, { live, ...params }: ReferenceParams & { live: boolean }): void {
  const routes = params.routes.toSorted((a, b) => (a.route.path < b.route.path ? -1 : 1))
  app.get('/docs', (_request, reply) => pageHeaders(reply, { policy, live }).send(page))
  const files: Record<string, { type: string; body: () => string | Buffer }> = {
    'openapi.json': { type: json, body: () => JSON.stringify(openApiOf({ ...params, routes })) },
    'asyncapi.json': { type: json, body: () => JSON.stringify(asyncApiOf(params.publicUrl)) },
    'reference.js': {
      type: 'text/javascript; charset=utf-8',
      body: () => readFileSync(join(ui, 'swagger-ui-bundle.js')),
    },
    'reference.css': { type: 'text/css; charset=utf-8', body: () => readFileSync(join(ui, 'swagger-ui.css')) },
    'start.js': { type: 'text/javascript; charset=utf-8', body: () => start },
  }
  for (const [name, { type, body }] of Object.entries(files)) {
    const encoded = madeOnce(() => encodingsOf(body()))
    app.get(`/docs/${name}`, (request, reply) => send(request, reply.header('content-type', type), encoded()))
  }
}

type Encodings = { plain: Buffer; br: Buffer; gzip: Buffer }

function encodingsOf(body: string | Buffer): Encodings {
  const plain = Buffer.from(body)
  const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  return { plain, br, gzip: gzipSync(plain) }
}

function send(request: FastifyRequest, reply: FastifyReply, { plain, br, gzip }: Encodings): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(br)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gzip)
  return reply.send(plain)
}

function madeOnce<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
