const kept = globalThis.fetch

/**
 * A setup file: every call that a test makes by itself opens a connection of its own. On one that is kept a server that ends
 * it as idle races with the next call: on a busy machine that call is sent into a connection that was just closed, and
 * fails although nothing is wrong.
 */
globalThis.fetch = (input, init) => {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
  headers.set('connection', 'close')
  return kept(input, { ...init, headers })
}
