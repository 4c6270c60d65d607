import type { IncomingMessage } from 'node:http'
import { WebSocket, type RawData } from 'ws'

/** How a connection ended, reported once. */
export type SocketEnd =
  /** It was lost, closed by the other side, or never came about. */
  | { readonly how: 'lost'; readonly why: string }
  /** The other side responded to the request for a connection with a status of HTTP. */
  | { readonly how: 'refused'; readonly why: string; readonly status: number }
  /** It sent what is no WebSocket frame, or one longer than agreed. */
  | { readonly how: 'broken' | 'tooLong'; readonly why: string }

export type ClientSocketParams = {
  url: string
  /** A longer frame ends the connection before it is read; bytes. */
  longestFrame: number
  opened(): void
  /** A text frame and its length in bytes; undefined for one that is not text. */
  frame(text: string | undefined, bytes: number): void
  /** Its own ping, whose pong is sent automatically. */
  pinged(bytes: number): void
  ponged(): void
  ended(end: SocketEnd): void
}
/** Our side of a WebSocket to a foreign server. No callback runs after `end`. */
export type ClientSocket = {
  send(text: string): void
  ping(): void
  /** Ends it at once, without a close frame that a dead connection would never acknowledge. */
  end(): void
}

/** Opens a WebSocket to a foreign server. Compression is not offered, so that no frame can unfold into a bigger one. */
export function connectSocket(params: ClientSocketParams): ClientSocket {
  const ws = new WebSocket(params.url, {
    maxPayload: params.longestFrame,
    perMessageDeflate: false,
    followRedirects: false,
  })
  let over = false
  const finish = (end: SocketEnd): void => {
    if (over) return
    over = true
    ws.terminate()
    params.ended(end)
  }
  ws.on('open', () => over || params.opened())
  ws.on('message', (data: RawData, isBinary: boolean) => {
    if (over) return
    const bytes = data as Buffer
    params.frame(isBinary ? undefined : bytes.toString('utf8'), bytes.length)
  })
  ws.on('ping', (data: Buffer) => over || params.pinged(data.length))
  ws.on('pong', () => over || params.ponged())
  ws.on('close', (code: number) => finish({ how: 'lost', why: `closed with ${code}` }))
  ws.on('unexpected-response', (_request, response: IncomingMessage) => {
    const status = response.statusCode ?? 0
    response.destroy()
    finish({ how: 'refused', why: `responded with ${status}`, status })
  })
  // An error before the connection stands has no close event with a reason.
  ws.on('error', (cause: NodeJS.ErrnoException) => {
    const how = howOf(cause.code)
    finish({ how, why: how === 'lost' ? (cause.code ?? cause.message) : cause.message })
  })
  return {
    send: (text) => over || ws.readyState !== ws.OPEN || ws.send(text),
    ping: () => over || ws.readyState !== ws.OPEN || ws.ping(),
    end() {
      if (over) return
      over = true
      ws.terminate()
    },
  }
}

/** The library names what breaks the protocol by codes of its own; what remains happened to the line. */
function howOf(code: string | undefined): 'lost' | 'broken' | 'tooLong' {
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' || code === 'WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH')
    return 'tooLong'
  return code?.startsWith('WS_ERR_') === true ? 'broken' : 'lost'
}
