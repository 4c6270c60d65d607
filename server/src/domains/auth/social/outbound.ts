/** The provider is not working: no response in time, a redirect, a fault of its own, or too long a body. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

type ReachOptions = {
  method: string
  headers: Readonly<Record<string, string>>
  body?: RequestInit['body']
  signal?: AbortSignal | undefined
}
export type Reach = (url: string, options: ReachOptions) => Promise<Response>

const longestBody = 256 * 1024

/**
 * Calls a provider's own servers alone: what a discovery document names elsewhere is not called. One response
 * takes at most `timeoutMs` with its body, is at most 256 KB long, and is never a redirect to another place.
 */
export function reachOnly({ origins, timeoutMs = 8000 }: { origins: readonly string[]; timeoutMs?: number }): Reach {
  return async (url, { method, headers, body, signal }) => {
    if (!origins.includes(new URL(url).origin)) throw new Unreachable('named an address that is not its own')
    const enough = AbortSignal.timeout(timeoutMs)
    const init: RequestInit = {
      method,
      headers,
      redirect: 'manual',
      signal: signal === undefined ? enough : AbortSignal.any([signal, enough]),
    }
    try {
      const response = await fetch(url, body === undefined || body === null ? init : { ...init, body })
      if (response.status >= 500) throw new Unreachable(`responded with ${response.status}`)
      if (response.status >= 300 && response.status < 400) throw new Unreachable('responded with a redirect')
      return new Response(await bounded(response), { status: response.status, headers: response.headers })
    } catch (cause) {
      if (cause instanceof Unreachable) throw cause
      throw new Unreachable(enough.aborted ? 'no response in time' : 'no response', { cause })
    }
  }
}

async function bounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > longestBody) throw new Unreachable(`responded with more than ${longestBody} bytes`)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
