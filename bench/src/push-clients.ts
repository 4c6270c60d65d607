import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

// A process of its own with many sockets that read what comes and count its bytes: it is no part of what is measured.

export type ClientsRequest =
  | { do: 'connect'; port: number; path: string; sockets: number; hello?: string }
  | { do: 'count' }
export type ClientsResponse = { connected: number; bytes: number }

const sockets: Socket[] = []
let bytes = 0

function open({ port, path, hello }: Extract<ClientsRequest, { do: 'connect' }>): Promise<void> {
  const key = randomBytes(16).toString('base64')
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  const lines = [
    `GET ${path} HTTP/1.1`,
    'Host: bench',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${key}`,
    'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('data', (first) => {
      if (!first.toString('latin1').startsWith('HTTP/1.1 101')) return reject(new Error(first.toString('latin1')))
      socket.on('data', (part) => (bytes += part.length))
      if (hello !== undefined) socket.write(masked(hello))
      resolve()
    })
  })
}

/** A short text frame as a client sends it; a mask of zeros leaves the text as it is. */
const masked = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])

async function response(request: ClientsRequest): Promise<ClientsResponse> {
  if (request.do === 'connect') {
    // A few at a time, so that no queue of the system overflows.
    for (let at = 0; at < request.sockets; at += 100)
      await Promise.all(Array.from({ length: Math.min(100, request.sockets - at) }, () => open(request)))
    await wait(500)
    bytes = 0
  } else await wait(500)
  return { connected: sockets.length, bytes }
}

process.on('message', (request: ClientsRequest) => void response(request).then((message) => process.send?.(message)))
