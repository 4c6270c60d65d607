const mark = Symbol.for('evenhand.no-keep-alive')
const kept = globalThis.fetch

/**
 * A setup file: every call that a test makes by itself opens a connection of its own. On one that is kept a server that ends
 * it as idle races with the next call: on a busy machine that call is sent into a connection that was just closed, and
 * fails although nothing is wrong. Files of one worker share its globals, and each runs this: the first alone has to.
 */
if (!(mark in kept))
  globalThis.fetch = Object.assign(
    ((input, init) => {
      const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
      headers.set('connection', 'close')
      return kept(input, { ...init, headers })
    }) satisfies typeof fetch,
    { [mark]: true },
  )
