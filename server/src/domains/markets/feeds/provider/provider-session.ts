import { secondMs } from '@evenhand/protocol/durations.ts'
import type { connectSocket, SocketEnd } from '../../../../kernel/sockets/client-socket.ts'
import type { Clock } from '../../../../kernel/time/clock.ts'
import { every, type Timers } from '../../../../kernel/time/timers.ts'
import { createOutbox } from './provider-outbox.ts'
import { createPulse } from './provider-pulse.ts'
import { createReceiver, longestWhy } from './provider-receiver.ts'
import { createSubscriptions } from './provider-subscriptions.ts'
import type { Dialect, ProviderFault, ProviderQuote } from './provider.ts'

/** What speaking to a provider needs of the machine. */
export type TalkTools = { clock: Clock; timers: Timers; connect: typeof connectSocket }

/** Why a connection ended, and how long it had been understood by then. */
export type TalkEnd = {
  readonly fault: ProviderFault
  readonly why: string
  /** Retrying soon cannot help. */
  readonly fatal: boolean
  readonly goodMs: number
}

export type TalkParams = {
  dialect: Dialect
  symbols: readonly string[]
  /** Whether the market of a symbol is open now. */
  isOpen(symbol: string): boolean
  tools: TalkTools
  opened(): void
  quoted(quote: ProviderQuote): void
  /** What went wrong without ending the connection. */
  failed(fault: ProviderFault, why: string): void
  ended(end: TalkEnd): void
}

/** A connection with a provider. `end` ends it without an event. */
export type Talk = { end(): void }

/** How often it checks for symbols to request again. */
const requestAgainEveryMs = 10 * secondMs

/** One connection with a provider, from requesting it to its end, which is reported once. */
export function startTalk(params: TalkParams): Talk {
  const { dialect, tools, symbols, isOpen } = params
  const { clock, timers } = tools
  const conversation = dialect.converse(symbols, clock.now())
  const subscriptions = createSubscriptions({ symbols, isOpen, now: clock.monotonic })
  let over = false

  const close = (): void => {
    over = true
    pulse.end()
    stopRequesting()
    outbox.end()
    socket.end()
  }
  const finish = (fault: ProviderFault, why: string, fatal = false): void => {
    if (over) return
    close()
    params.ended({ fault, why: why.slice(0, longestWhy), fatal, goodMs: receiver.goodMs() })
  }
  const emit = (frames: readonly string[]): void => {
    if (!outbox.add(frames)) finish('flood', 'requested more responses than can be sent')
  }
  const receiver = createReceiver({
    conversation,
    subscriptions,
    maxFrames: dialect.maxFramesPerSecond,
    now: clock.monotonic,
    onQuotes: () => pulse.quoted(),
    quoted: params.quoted,
    emit,
    failed: params.failed,
    finish,
    isOver: () => over,
  })

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
      receiver.frame(text, bytes)
    },
    pinged(bytes) {
      if (!receiver.isFlood(bytes)) pulse.pinged()
    },
    ponged: () => pulse.ponged(),
    ended: (end) => finish(...meaningOf(end)),
  })
  const outbox = createOutbox({ everyMs: dialect.sendEveryMs ?? 0, timers, send: socket.send })
  const pulse = createPulse({
    clock,
    timers,
    dialect,
    isClosed: () => !symbols.some(isOpen),
    ping: socket.ping,
    emit: (frame) => emit([frame]),
    dead: finish,
  })
  const stopRequesting = every(timers, requestAgainEveryMs, () => {
    const due = subscriptions.due()
    if (due.length > 0) emit(conversation.requestAgain(due))
  })
  return { end: () => over || close() }
}

/** A status of 4xx is a refusal to connect: a wrong key, too many connections, a forbidden location. */
function meaningOf(end: SocketEnd): [ProviderFault, string, boolean] {
  if (end.how === 'refused' && end.status >= 400 && end.status < 500) return ['refused', end.why, true]
  const fault = end.how === 'tooLong' ? 'flood' : end.how === 'broken' ? 'garbage' : 'disconnected'
  return [fault, end.why, false]
}
