import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** The line between a browser and the server, which a test can let die. */
export type ConnectionProxy = {
  readonly origin: string
  /** Sockets of prices that stand now pass nothing more, without a close: what a laptop meets when its lid opens. */
  deaden(): void
  /** Every connection ends, and no new one comes through until `mend`. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

type Connection = { readonly ends: readonly [Socket, Socket]; prices: boolean; dead: boolean }

/** A proxy on a port of its own in front of a server. */
export async function openConnection(target: string): Promise<ConnectionProxy> {
  const { hostname, port } = new URL(target)
  const connections = new Set<Connection>()
  let severed = false
  const server = createServer((near) => {
    if (severed) return void near.destroy()
    const far = connect(Number(port), hostname)
    const connection: Connection = { ends: [near, far], prices: false, dead: false }
    connections.add(connection)
    const end = () => {
      connections.delete(connection)
      near.destroy()
      far.destroy()
    }
    near.on('data', (bytes: Buffer) => {
      connection.prices ||= bytes.includes('Upgrade: websocket')
      if (!connection.dead) far.write(bytes)
    })
    far.on('data', (bytes: Buffer) => void (connection.dead || near.write(bytes)))
    for (const socket of connection.ends) {
      socket.on('error', end)
      socket.on('close', () => connection.dead || end())
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const endAll = () => {
    for (const { ends } of connections) for (const socket of ends) socket.destroy()
    connections.clear()
  }
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deaden() {
      for (const connection of connections) connection.dead ||= connection.prices
    },
    cut() {
      severed = true
      endAll()
    },
    mend: () => void (severed = false),
    async close() {
      endAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
