import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A network between a program and its database that can be made to fail. */
export type FaultProxy = {
  /** The database's address by way of this network. */
  readonly url: string
  /** From now on nothing is forwarded, either way, and nothing is closed; new connections are accepted and as silent. */
  freeze(): void
  /** Freezes once so many more pieces have been forwarded, of both directions together; resolves when it has. */
  freezeAfter(pieces: number): Promise<void>
  /** Forwards what was held back, and everything from now on. */
  thaw(): void
  /** Cuts every connection without a word. */
  cut(): void
  /** Connections that are open towards the database. */
  open(): number
  close(): Promise<void>
}

const targetOf = (url: URL): { host: string; port: number } | { path: string } => {
  const folder = url.searchParams.get('host')
  if (folder === null) return { host: url.hostname, port: Number(url.port || 5432) }
  return { path: `${folder}/.s.PGSQL.${url.port || 5432}` }
}

/** Opens a network to the database at `url`, on the loopback. */
export async function openFaultProxy(url: string): Promise<FaultProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let frozen = false
  let left = Number.POSITIVE_INFINITY
  let reached = (): void => {}

  const halt = (): void => {
    frozen = true
    left = Number.POSITIVE_INFINITY
    for (const sockets of pairs) for (const socket of sockets) socket.pause()
    reached()
  }
  const forward = (from: Socket, to: Socket): void => {
    from.on('data', (piece) => {
      to.write(piece)
      left -= 1
      if (left <= 0) halt()
    })
    from.on('end', () => to.end())
    from.on('error', () => to.destroy())
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ ...targetOf(new URL(url)), allowHalfOpen: true })
    const pair = [near, far] as const
    pairs.add(pair)
    forward(near, far)
    forward(far, near)
    for (const socket of pair)
      socket.once('close', () => {
        if (near.destroyed && far.destroyed) pairs.delete(pair)
        else for (const other of pair) other.end()
      })
    if (frozen) for (const socket of pair) socket.pause()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = new URL(url)
  address.searchParams.delete('host')
  address.hostname = '127.0.0.1'
  address.port = String((server.address() as AddressInfo).port)

  const cut = (): void => {
    for (const sockets of pairs) for (const socket of sockets) socket.destroy()
  }
  return {
    url: address.href,
    freeze: halt,
    freezeAfter: (pieces) =>
      new Promise((resolve) => {
        left = pieces
        reached = resolve
      }),
    thaw() {
      frozen = false
      for (const sockets of pairs) for (const socket of sockets) socket.resume()
    },
    cut,
    open: () => [...pairs].filter(([, far]) => !far.destroyed).length,
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
