import type { Clock } from '../../../../kernel/time/clock.ts'
import { every, type Timers } from '../../../../kernel/time/timers.ts'
import type { Dialect, ProviderFault } from './provider.ts'

export type PulseParams = {
  clock: Clock
  timers: Timers
  dialect: Pick<Dialect, 'silentAfterMs' | 'quotesWithinMs' | 'heartbeat'>
  /** Whether every subscribed market is closed, so that no message is expected. */
  isClosed(): boolean
  ping(): void
  emit(frame: string): void
  /** Called at most once a second while it stays dead. */
  dead(fault: ProviderFault, why: string): void
}
/** Checks whether a connection lives: the operating system may keep one open for hours whose other end is gone. */
export type Pulse = { opened(): void; received(): void; quoted(): void; pinged(): void; ponged(): void; end(): void }

const watchEveryMs = 1000
const pingEveryMs = 15_000
const pongWithinMs = 10_000
const openWithinMs = 10_000
/** A check later than this means that this process stood still, not the provider: what it sent meanwhile still waits to be read. */
const sleptMs = 2000

/**
 * Pings every 15 s, and reports a connection dead that sends no pong for 10 s, or is silent for longer than it may.
 * Pings of the provider and its responses to ours are no word while a market is open, and all there is while it is closed.
 */
export function createPulse({ clock, timers, dialect, ...on }: PulseParams): Pulse {
  const { heartbeat, silentAfterMs, quotesWithinMs = Infinity } = dialect
  const began = clock.monotonic()
  let opened = false
  let receivedAt = began
  let quotedAt = began
  let pingedAt = began
  let beatAt = began
  let awaitsPong = false

  let watchedAt = began

  const watch = (): void => {
    const now = clock.monotonic()
    const late = now - watchedAt - watchEveryMs
    watchedAt = now
    if (late >= sleptMs) {
      receivedAt += late
      quotedAt += late
      pingedAt += late
    }
    if (!opened) {
      if (now - began >= openWithinMs) on.dead('disconnected', 'no connection in time')
      return
    }
    if (awaitsPong && now - pingedAt >= pongWithinMs) return on.dead('noPong', 'sent no pong')
    if (now - receivedAt >= silentAfterMs)
      return on.dead('silent', `silent for ${Math.floor((now - receivedAt) / 1000)} s`)
    if (now - quotedAt >= quotesWithinMs) return on.dead('silent', 'lives, but quotes nothing')
    if (!awaitsPong && now - pingedAt >= pingEveryMs) {
      pingedAt = now
      awaitsPong = true
      on.ping()
    }
    if (heartbeat !== undefined && now - beatAt >= heartbeat.everyMs) {
      beatAt = now
      on.emit(heartbeat.frame)
    }
  }

  const signOfLife = (): void => {
    if (on.isClosed()) receivedAt = clock.monotonic()
  }

  return {
    opened() {
      opened = true
      receivedAt = quotedAt = pingedAt = beatAt = clock.monotonic()
    },
    received: () => void (receivedAt = clock.monotonic()),
    quoted: () => void (quotedAt = clock.monotonic()),
    pinged: signOfLife,
    ponged() {
      awaitsPong = false
      signOfLife()
    },
    end: every(timers, watchEveryMs, watch),
  }
}
