import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ProviderRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: Buffer }

/** A provider on this machine: it keeps its requests, and returns what the test sets. */
export async function providerServer(respond: (requested: ProviderRequest) => { status?: number; json: object }) {
  const requested: ProviderRequest[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts),
      }
      requested.push(one)
      const { status = 200, json } = respond(one)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    })
  })
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  return {
    requested,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((done) => void server.close(() => done())),
  }
}
