const timeoutMs = 20_000
const longest = 1_000_000

type Of = {
  url: string
  method: 'GET' | 'POST' | 'PATCH'
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** A status that is an answer too. */
  also?: number | undefined
}

/** Asks a provider and answers its JSON. Throws with the status alone: a provider's words may hold what is nobody's business. */
export async function askProvider(of: Of): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(of.url, {
    method: of.method,
    headers: of.headers,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    ...(of.method === 'GET' ? {} : { body: new Uint8Array(of.body) }),
  })
  const text = await response.text()
  if (!response.ok && response.status !== of.also) throw new Error(`the provider answered ${response.status}`)
  if (text.length > longest) throw new Error('the provider answered too much')
  const read: unknown = text === '' ? {} : JSON.parse(text)
  return {
    status: response.status,
    body: (typeof read === 'object' && read !== null ? read : {}) as Record<string, unknown>,
  }
}
