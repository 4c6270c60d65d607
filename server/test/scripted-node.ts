import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type NodeRequest = { path: string; body: Record<string, unknown>; headers: Record<string, unknown> }
export type ScriptedNode = { url: string; requested: NodeRequest[]; close(): Promise<void> }

/** An HTTP server on loopback that responds as a test sets: a status and a text, or nothing for 404. */
export async function scriptedNode(
  reply: (params: NodeRequest) => { status?: number; text: string } | undefined,
): Promise<ScriptedNode> {
  const requested: NodeRequest[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        body: JSON.parse(text) as Record<string, unknown>,
        headers: request.headers,
      }
      requested.push(one)
      const came = reply(one)
      response.statusCode = came === undefined ? 404 : (came.status ?? 200)
      response.setHeader('content-type', 'application/json').end(came?.text ?? '')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
