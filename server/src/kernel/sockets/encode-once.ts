import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Raw } from '../http/http.ts'

/**
 * A result that many callers get as it stands, as a response with its envelope: encoded and compressed once, with
 * an ETag over its bytes so that a browser requests again for nothing.
 */
export function encodeOnce(result: unknown): Raw {
  const body = Buffer.from(JSON.stringify({ code: 200, result, traceId: '' }))
  return {
    raw: true,
    contentType: 'application/json; charset=utf-8',
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    body,
    br: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    gzip: gzipSync(body),
  }
}
