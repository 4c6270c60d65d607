import { fetchText } from '../../kernel/http/fetch-text.ts'

export type NodeAt = { readonly url: string; readonly headers?: Readonly<Record<string, string>> }

/** A block of Bitcoin with the outputs that it spends is some ten megabytes of text. */
const longestBody = 128 * 1024 * 1024
const timeoutMs = 30_000

/**
 * JSON in which an amount called `value` is the text that it was written in, so that none becomes a floating number. The
 * text is changed before it is read: to convert each number of a block of Bitcoin while it is read takes seconds.
 */
const readExactly = (text: string): unknown =>
  JSON.parse(text.replace(/("value"\s*:\s*)(-?[0-9][0-9.eE+-]*)/g, '$1"$2"'))

/** Calls a node by HTTP with a JSON body. Throws where it does not return 200 with JSON. */
export async function requestNode({ url, headers = {} }: NodeAt, path: string, body: unknown): Promise<unknown> {
  const at = new URL(url)
  const { username, password } = at
  at.username = ''
  at.password = ''
  if (path !== '') at.pathname = `${at.pathname.replace(/\/$/, '')}${path}`
  const secret = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const signedIn = username === '' ? {} : { authorization: `Basic ${Buffer.from(secret).toString('base64')}` }
  const response = await fetchText({
    url: at.href,
    longestBody,
    timeoutMs,
    headers: { ...signedIn, ...headers },
    json: JSON.stringify(body),
  })
  // Bitcoin returns refusals of a call with 500 and a body that names the refusal.
  if (response.status !== 200 && !(response.status === 500 && response.body.startsWith('{')))
    throw new Error(`the node responded with ${response.status}`)
  return readExactly(response.body)
}

let requested = 0
/** One JSON-RPC call; returns `result`. Throws what the node refused, by its code and message. */
export async function callNode(node: NodeAt, method: string, params: readonly unknown[]): Promise<unknown> {
  requested += 1
  const response = (await requestNode(node, '', { jsonrpc: '2.0', id: requested, method, params })) as {
    result?: unknown
    error?: { code?: unknown; message?: unknown; data?: unknown } | null
  }
  if (response.error !== undefined && response.error !== null)
    throw new NodeRefusal(
      `${method}: ${String(response.error.code)} ${String(response.error.message).slice(0, 200)}`,
      response.error.data,
    )
  return response.result
}

/** The node understood and would not: not a broken connection. */
export class NodeRefusal extends Error {
  /** What the node returned beside the message; of a call that a contract took back, its reason. */
  readonly data: unknown
  constructor(message: string, data: unknown) {
    super(message)
    this.data = data
  }
}
