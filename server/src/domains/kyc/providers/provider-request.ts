import { boundedText } from '../../../kernel/http/fetch-text.ts'

const timeoutMs = 20_000
const longest = 1_000_000

type Params = {
  url: string
  method: 'GET' | 'POST' | 'PATCH'
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** A status that is a response too. */
  also?: number | undefined
}

/** Calls a provider and returns its JSON. Throws with the status alone: a provider's words may hold personal data. */
export async function requestProvider(params: Params): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(params.url, {
    method: params.method,
    headers: params.headers,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    ...(params.method === 'GET' ? {} : { body: new Uint8Array(params.body) }),
  })
  const text = await boundedText(response, longest)
  if (!response.ok && response.status !== params.also) throw new Error(`the provider responded with ${response.status}`)
  return { status: response.status, body: text === '' ? {} : objectOf(text) }
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text)
    return (typeof read === 'object' && read !== null ? read : {}) as Record<string, unknown>
  } catch {
    // The parser's own message quotes what it could not read.
    throw new Error('the provider returned no JSON')
  }
}
