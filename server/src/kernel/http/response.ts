import { noticeCodes, refusalCodes, type NoticeKey } from '@evenhand/protocol/codes.ts'
import type { FastifyReply } from 'fastify'
import { isAway } from '../db/db.ts'
import type { Log } from '../log.ts'
import { Refusal } from './refusal.ts'

/** A result whose notice applies only this time. */
export type Noticed = { readonly notice: NoticeKey; readonly result: unknown }
const noticed = new WeakSet<object>()
/** A result whose response carries `notice` in place of the notice of its route. The type stays that of the result. */
export function withNotice<R>(notice: NoticeKey, result: R): R {
  const marked = { notice, result }
  noticed.add(marked)
  return marked as never
}
/** Whether a use case returned by `withNotice`; known by identity, so that no result of a use case can be mistaken for one. */
export const isNoticed = (value: unknown): value is Noticed =>
  typeof value === 'object' && value !== null && noticed.has(value)

/** A response that was encoded before, envelope included: one encoding for many callers. */
export type Raw = {
  readonly raw: true
  readonly contentType: string
  readonly etag: string
  readonly body: Buffer
  readonly br?: Buffer
  readonly gzip?: Buffer
}
/** Whether a use case returned bytes that are sent as they are, without an envelope. */
export const isRaw = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && (value as Raw).raw === true

/** A file that is the caller's alone: offered for saving under its name, and kept by no cache. */
export type OwnFile =
  | { readonly name: string; readonly type: 'text/csv'; readonly text: string }
  | { readonly name: string; readonly type: 'application/pdf'; readonly bytes: Buffer }
const files = new WeakMap<object, OwnFile>()
/** A response that the browser saves under the name of the file; UTF-8 where it is text. */
export function withFile(file: OwnFile): Raw {
  const raw: Raw =
    'text' in file
      ? { raw: true, contentType: `${file.type}; charset=utf-8`, etag: '', body: Buffer.from(file.text) }
      : { raw: true, contentType: file.type, etag: '', body: file.bytes }
  files.set(raw, file)
  return raw
}

/** A picture that is the caller's alone: shown, and kept by no cache. */
export function withPicture({ type, bytes }: { type: 'image/jpeg' | 'image/png'; bytes: Buffer }): Raw {
  const raw: Raw = { raw: true, contentType: type, etag: '', body: bytes }
  pictures.add(raw)
  return raw
}
const pictures = new WeakSet<object>()

/** What a writer sent: a picture is shown, a document is saved, since a browser would run what it holds. */
export const withAttachment = ({
  type,
  bytes,
}: {
  type: 'image/jpeg' | 'image/png' | 'application/pdf'
  bytes: Buffer
}): Raw => (type === 'application/pdf' ? withFile({ name: 'document.pdf', type, bytes }) : withPicture({ type, bytes }))

/** A public image under an address that names the hash of its bytes: kept by caches for good. */
export function withImage(image: {
  type: 'image/svg+xml'
  bytes: Buffer
  br: Buffer
  gzip: Buffer
  hash: string
}): Raw {
  const { type, bytes, br, gzip, hash } = image
  const raw: Raw = { raw: true, contentType: type, etag: `"${hash}"`, body: bytes, br, gzip }
  images.add(raw)
  return raw
}
const images = new WeakSet<object>()

const json = 'application/json; charset=utf-8'

/** Public JSON without an envelope, in the form that others' programs expect. */
export const withJson = ({ body, etag }: { body: Buffer; etag: string }): Raw => ({
  raw: true,
  contentType: json,
  etag: `"${etag}"`,
  body,
})

/** Success: `{code:200, result, notice?, traceId}`. */
export function response(
  reply: FastifyReply,
  options: { result: unknown; notice: NoticeKey | undefined; traceId: string },
): FastifyReply {
  const notice = options.notice === undefined ? '' : `,"notice":${noticeCodes[options.notice]}`
  return reply
    .header('content-type', json)
    .header('cache-control', 'no-store')
    .send(`{"code":200,"result":${JSON.stringify(options.result ?? null)}${notice},"traceId":"${options.traceId}"}`)
}

/** A pre-encoded response, in the best encoding the caller takes, or 304 when it has it already. */
export function respondRaw(reply: FastifyReply, raw: Raw): FastifyReply {
  const file = files.get(raw)
  if (file !== undefined)
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .header('content-type', raw.contentType)
      .send(raw.body)
  if (pictures.has(raw))
    return (
      reply
        .header('cache-control', 'no-store')
        .header('content-disposition', 'inline')
        // Opened as a page of its own, a picture may load and run nothing.
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-type', raw.contentType)
        .send(raw.body)
    )
  const { headers } = reply.request
  // Opened as a page of its own, an image may load and run nothing.
  if (images.has(raw)) reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  reply
    .header('etag', raw.etag)
    .header('cache-control', images.has(raw) ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('vary', 'accept-encoding, lang')
    .header('content-type', raw.contentType)
  if (headers['if-none-match'] === raw.etag) return reply.code(304).send()
  const accepts = String(headers['accept-encoding'] ?? '')
  if (raw.br !== undefined && /\bbr\b/.test(accepts)) return reply.header('content-encoding', 'br').send(raw.br)
  if (raw.gzip !== undefined && /\bgzip\b/.test(accepts)) return reply.header('content-encoding', 'gzip').send(raw.gzip)
  return reply.send(raw.body)
}

/** A refusal with its code and values; a fault is logged once and returned as 10092 without any inner text. */
export function respondFailure(
  reply: FastifyReply,
  options: { cause: unknown; traceId: string; log: Log; path: string },
): FastifyReply {
  const { cause, traceId, log } = options
  reply.header('content-type', json).header('cache-control', 'no-store')
  if (cause instanceof Refusal) {
    if (cause.key === 'sessionEnded') reply.code(401)
    if (cause.key === 'tooMany') {
      const after = cause.params['retryAfterS']
      reply.code(429).header('retry-after', String(typeof after === 'number' ? Math.max(1, Math.ceil(after)) : 1))
    }
    return reply.send(refusalBody(cause.key, cause.params, traceId))
  }
  const away = isAway(cause)
  log.error(
    {
      traceId,
      path: options.path,
      away,
      cause: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
    },
    'a call failed',
  )
  if (away) reply.code(503).header('retry-after', '1')
  return reply.send(refusalBody('fault', {}, traceId))
}

/** The JSON of a refusal: `{code, msg, params, traceId}`, where `msg` is the key of `protocol/codes.ts`. */
export const refusalBody = (key: keyof typeof refusalCodes, params: object, traceId: string): string =>
  JSON.stringify({ code: refusalCodes[key], msg: key, params, traceId })
