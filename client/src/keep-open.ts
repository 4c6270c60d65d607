/** As much of a WebSocket as is used: that of browsers and of Node. */
type Socket = {
  addEventListener(type: 'open' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { code: number; reason: string }) => void): void
  send(text: string): void
  close(): void
}
export type SocketClass = new (url: string) => Socket

export type Connection = { close(): void }

type Keeping = {
  socket: SocketClass
  url: string
  /** What is sent first. */
  first?: () => string
  /** After so long without a frame it is opened anew; never where left out. */
  silentMs?: number
  onFrame: (frame: unknown) => void
  onEnd?: (reason: string) => void
}

const shortestMs = 500
const longestMs = 15_000
/** The server will not have it again as it is: the session ended, a key may not, a frame was wrong. */
const refusedCode = 1008

/** Doubling, spread by up to half so that clients do not return in step. */
const pauseMs = (attempt: number): number =>
  Math.min(longestMs, shortestMs * 2 ** Math.min(attempt, 10)) * (0.5 + Math.random() / 2)

/** Keeps a socket open: one that closes, errs or falls silent is opened again, until it is closed here or refused. */
export function keepOpen({ socket: OwnSocket, url, first, silentMs, onFrame, onEnd }: Keeping): Connection {
  let attempt = 0
  let isClosed = false
  let current: Socket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = (mine: Socket): void => {
    clearTimeout(timer)
    if (silentMs !== undefined) timer = setTimeout(() => mine.close(), silentMs)
  }
  const open = (): void => {
    const mine = new OwnSocket(url)
    current = mine
    watch(mine)
    mine.addEventListener('open', () => {
      if (first !== undefined) mine.send(first())
    })
    mine.addEventListener('message', ({ data }) => {
      if (isClosed) return
      attempt = 0
      watch(mine)
      onFrame(JSON.parse(String(data)))
    })
    // What failed is followed by its close.
    mine.addEventListener('error', () => {})
    mine.addEventListener('close', ({ code, reason }) => {
      clearTimeout(timer)
      if (isClosed) return
      if (code === refusedCode) {
        isClosed = true
        onEnd?.(reason)
        return
      }
      timer = setTimeout(open, pauseMs(attempt))
      attempt += 1
    })
  }
  open()
  return {
    close() {
      isClosed = true
      clearTimeout(timer)
      current?.close()
    },
  }
}
