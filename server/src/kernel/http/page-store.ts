import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const rules = [
  "default-src 'self'", "img-src 'self' data: blob:", "font-src 'self'", "object-src 'none'",
  "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'", "worker-src 'self'",
  // Text becomes markup or code nowhere. Two policies may be made, each for one address: of the page's own worker and of
  // the one that checks files.
  "require-trusted-types-for 'script'", "trusted-types own-worker check-worker",
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

/** A page of a build: its policy, and what it is cut into. */
export type Shell = {
  readonly csp: string
  /** The page before and after its metadata; all of it where it has none. */
  readonly before: string
  readonly after: string
  /** The same end for a screen that is not drawn in it. */
  readonly bareAfter: string
  /** Its metadata as it was built. */
  readonly ownHead: string
}

/** Cuts a page of a build at the marks that the build left. */
export function shellOf(html: string): Shell {
  const [, before = html, ownHead = '', after = ''] =
    /^([\s\S]*?)<!-- page -->([\s\S]*?)<!-- \/page -->([\s\S]*)$/.exec(html) ?? []
  const bareAfter = after
    .replace(/<!--screen-->[\s\S]*<!--\/screen-->/, '')
    // What the drawn screen needs of the style sheet gives way to all of it.
    .replace(/<style data-sheet="([^"]+)">[\s\S]*?<\/style>/, '<link rel="stylesheet" href="$1">')
  return { csp: policyOf(html), before, ownHead, after, bareAfter }
}

type Encoding = 'br' | 'gzip' | 'identity'

const encodingFor = (request: FastifyRequest): Encoding => {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

const encoded: Readonly<Record<Encoding, (html: string) => Buffer>> = {
  br: (html) => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (html) => gzipSync(html),
  identity: (html) => Buffer.from(html),
}

/** Compressed pages in memory at most: screens by language, and of what they name the most recently requested. */
const maxPages = 300

/** Sends pages, each compressed once for as long as it is among the most recently requested. */
export function createPageSender() {
  const kept = new Map<string, Buffer>()
  return (request: FastifyRequest, reply: FastifyReply, html: { key: string; make: () => string }): FastifyReply => {
    const encoding = encodingFor(request)
    const key = `${encoding} ${html.key}`
    const body = kept.get(key) ?? encoded[encoding](html.make())
    kept.delete(key)
    kept.set(key, body)
    for (const oldest of kept.keys()) {
      if (kept.size <= maxPages) break
      kept.delete(oldest)
    }
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(body)
  }
}
