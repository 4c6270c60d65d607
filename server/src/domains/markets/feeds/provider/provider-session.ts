import type { connectSocket, SocketEnd } from '../../../../kernel/sockets/client-socket.ts'
import type { Clock } from '../../../../kernel/time/clock.ts'
import type { Timers } from '../../../../kernel/time/timers.ts'
import { createFlow } from './provider-flow.ts'
import { createOutbox } from './provider-outbox.ts'
import { createPulse } from './provider-pulse.ts'
import type { Conversation, Dialect, Received, ProviderFault, ProviderQuote } from './provider.ts'

/** What speaking to a provider needs of the machine. */
export type TalkTools = { clock: Clock; timers: Timers; connect: typeof connectSocket }

/** Why a connection ended, and how long it had been understood by then. */
export type TalkEnd = {
  readonly fault: ProviderFault
  readonly why: string
  /** Asking again soon cannot help. */
  readonly fatal: boolean
  readonly goodMs: number
}

export type TalkParams = {
  dialect: Dialect
  symbols: readonly string[]
  tools: TalkTools
  opened(): void
  quoted(quote: ProviderQuote): void
  /** What went wrong without ending the connection. */
  failed(fault: ProviderFault, why: string): void
  ended(end: TalkEnd): void
}

const longestWhy = 200
/** So many frames in a row that nobody understands, and a new connection may be better than this one. */
const maxNonsense = 100

/** One connection with a provider, from asking for it to its end, which is told once. `end` ends it without telling. */
export function startTalk(params: TalkParams): { end(): void } {
  const { dialect, tools } = params
  const { clock, timers } = tools
  const conversation = dialect.converse(params.symbols, clock.now())
  const flow = createFlow({ maxFrames: dialect.maxFramesPerSecond, now: clock.monotonic })
  let goodSince: number | undefined
  let nonsense = 0
  let over = false

  const close = (): void => {
    over = true
    pulse.end()
    outbox.end()
    socket.end()
  }
  const finish = (fault: ProviderFault, why: string, fatal = false): void => {
    if (over) return
    close()
    const goodMs = goodSince === undefined ? 0 : clock.monotonic() - goodSince
    params.ended({ fault, why: why.slice(0, longestWhy), fatal, goodMs })
  }
  const emit = (frames: readonly string[]): void => {
    if (!outbox.add(frames)) finish('flood', 'asked for more answers than can be sent')
  }
  const isFlood = (bytes: number): boolean => {
    if (flow.arrived(bytes)) return false
    finish('flood', 'sent more than is ever expected of it')
    return true
  }
  const understand = ({ quotes = [], replies = [], refused, garbage }: Received): void => {
    nonsense = garbage === true ? nonsense + 1 : 0
    if (nonsense >= maxNonsense) return finish('garbage', 'says nothing that is of its protocol')
    if (garbage === true) params.failed('garbage', 'said something that is not of its protocol')
    else goodSince ??= clock.monotonic()
    if (quotes.length > 0) pulse.quoted()
    if (replies.length > 0) emit(replies)
    for (const quote of quotes) if (!over) params.quoted(quote)
    if (refused?.fatal === true) finish('refused', refused.text, true)
    else if (refused !== undefined) params.failed('refused', refused.text.slice(0, longestWhy))
  }

  const socket = tools.connect({
    url: dialect.url,
    longestFrame: dialect.longestFrame,
    opened() {
      pulse.opened()
      params.opened()
      emit(conversation.opening)
    },
    frame(text, bytes) {
      pulse.received()
      if (isFlood(bytes)) return
      const began = clock.monotonic()
      understand(text === undefined ? { garbage: true } : receivedOf(conversation, text))
      if (!flow.took(clock.monotonic() - began))
        finish('flood', 'takes longer to understand than everything else can wait')
    },
    pinged: (bytes) => void isFlood(bytes),
    ponged: () => pulse.ponged(),
    ended: (end) => finish(...meaningOf(end)),
  })
  const outbox = createOutbox({ everyMs: dialect.sendEveryMs ?? 0, timers, send: socket.send })
  const pulse = createPulse({
    clock,
    timers,
    dialect,
    ping: socket.ping,
    emit: (frame) => emit([frame]),
    dead: finish,
  })
  return { end: () => over || close() }
}

/** A dialect promises never to throw; bytes nobody foresaw must not end the whole server if one breaks its word. */
function receivedOf(conversation: Conversation, text: string): Received {
  try {
    return conversation.onMessage(text)
  } catch {
    return { garbage: true }
  }
}

/** A status of 4xx says that we are not wanted as we ask: a wrong key, too many connections, a forbidden place. */
function meaningOf(end: SocketEnd): [ProviderFault, string, boolean] {
  if (end.how === 'answered' && end.status >= 400 && end.status < 500) return ['refused', end.why, true]
  const fault = end.how === 'tooLong' ? 'flood' : end.how === 'broken' ? 'garbage' : 'disconnected'
  return [fault, end.why, false]
}
