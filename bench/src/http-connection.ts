import { connect, type Socket } from 'node:net'

/** One response, read no further than a load generator has to: when it began, and what it refused, if it did. */
export type OnResponse = (params: { refusal: string | undefined; started: number }) => void

const headEnd = Buffer.from('\r\n\r\n')
const success = Buffer.from('{"code":200')

/**
 * A keep-alive HTTP/1.1 connection with one call at a time and almost nothing done about each, so that the load costs
 * as little as possible of the machine it shares with what is measured.
 */
export class HttpConnection {
  busy = false
  readonly #socket: Socket
  readonly #onResponse: OnResponse
  #started = 0
  #have: Buffer | undefined

  private constructor(socket: Socket, onResponse: OnResponse) {
    this.#socket = socket
    this.#onResponse = onResponse
    socket.setNoDelay(true)
    socket.on('data', (part: Buffer) => this.#read(part))
    // A server may end a connection that rested for a minute; its call would otherwise be waited for without end.
    socket.on('error', () => {})
    socket.on('close', () => this.#refuse('the server closed the connection'))
  }

  static async open(port: number, onResponse: OnResponse): Promise<HttpConnection> {
    const socket = connect(port, '127.0.0.1')
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
    return new HttpConnection(socket, onResponse)
  }

  /** Sends a whole request; `started` is the moment its wait is counted from. */
  send(request: string, started: number): void {
    this.busy = true
    this.#started = started
    if (this.#socket.destroyed) setImmediate(() => this.#refuse('the server had closed the connection'))
    else this.#socket.write(request, 'latin1')
  }

  close(): void {
    this.#socket.destroy()
  }

  #refuse(refusal: string): void {
    if (!this.busy) return
    this.busy = false
    this.#onResponse({ refusal, started: this.#started })
  }

  #read(part: Buffer): void {
    const have = this.#have === undefined ? part : Buffer.concat([this.#have, part])
    const end = have.indexOf(headEnd)
    const length = end < 0 ? -1 : bodyLength(have.toString('latin1', 0, end))
    if (length < 0 || have.length < end + 4 + length) {
      this.#have = have
      return
    }
    this.#have = undefined
    this.busy = false
    const ok = have.compare(success, 0, success.length, end + 4, end + 4 + success.length) === 0
    const refusal = ok ? undefined : have.toString('utf8', end + 4, end + 4 + Math.min(length, 200))
    this.#onResponse({ refusal, started: this.#started })
  }
}

function bodyLength(head: string): number {
  const at = head.indexOf('ontent-')
  const found = /\r\ncontent-length: (\d+)/i.exec(at < 0 ? '' : head)
  return found === null ? -1 : Number(found[1])
}
