import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** The line between a browser and the server, which a test can let die. */
export type LineProxy = {
  readonly origin: string
  /** Sockets of prices that stand now pass nothing more, and nobody is told: what a laptop finds when its lid opens. */
  deaden(): void
  /** Every connection ends, and no new one comes through until `mend`. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

type Line = { readonly ends: readonly [Socket, Socket]; prices: boolean; dead: boolean }

/** A proxy on a port of its own in front of a server. */
export async function openLine(target: string): Promise<LineProxy> {
  const { hostname, port } = new URL(target)
  const lines = new Set<Line>()
  let severed = false
  const server = createServer((near) => {
    if (severed) return void near.destroy()
    const far = connect(Number(port), hostname)
    const line: Line = { ends: [near, far], prices: false, dead: false }
    lines.add(line)
    const end = () => {
      lines.delete(line)
      near.destroy()
      far.destroy()
    }
    near.on('data', (bytes: Buffer) => {
      line.prices ||= bytes.includes('Upgrade: websocket')
      if (!line.dead) far.write(bytes)
    })
    far.on('data', (bytes: Buffer) => void (line.dead || near.write(bytes)))
    for (const socket of line.ends) {
      socket.on('error', end)
      socket.on('close', () => line.dead || end())
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const endAll = () => {
    for (const { ends } of lines) for (const socket of ends) socket.destroy()
    lines.clear()
  }
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deaden() {
      for (const line of lines) line.dead ||= line.prices
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
