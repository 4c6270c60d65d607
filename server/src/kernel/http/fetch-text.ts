export type FetchTextParams = {
  url: string
  /** A longer body is not read to its end; bytes. */
  longestBody: number
  timeoutMs: number
  headers?: Readonly<Record<string, string>>
  /** Sent by POST as JSON where it is given. */
  json?: string
}
export type FetchedText = {
  status: number
  body: string
  etag: string | undefined
  lastModified: string | undefined
}

/**
 * Fetches a text from a foreign server. Throws an Error whose message is for the log, and holds no address, when there is
 * no response in time or its body is too long. Redirects are not followed: a provider announces a move to people first.
 */
export async function fetchText({
  url,
  longestBody,
  timeoutMs,
  headers = {},
  json,
}: FetchTextParams): Promise<FetchedText> {
  try {
    const posted =
      json === undefined
        ? {}
        : { method: 'POST', body: json, headers: { 'content-type': 'application/json', ...headers } }
    const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs), ...posted })
    return {
      status: response.status,
      body: await boundedText(response, longestBody),
      etag: response.headers.get('etag') ?? undefined,
      lastModified: response.headers.get('last-modified') ?? undefined,
    }
  } catch (cause) {
    throw cause instanceof TooLong ? cause : new Error(reasonOf(cause), { cause })
  }
}

class TooLong extends Error {}

/** The body of a response, read no further than so many bytes. Throws where it is longer. */
export async function boundedText(response: Response, longest: number): Promise<string> {
  if (response.body === null) return ''
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body) {
    length += part.length
    if (length > longest) throw new TooLong(`responded with more than ${longest} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'failed'
  if (cause.name === 'TimeoutError') return 'no response in time'
  const code = (cause.cause as NodeJS.ErrnoException | undefined)?.code
  return code ?? 'no response'
}
