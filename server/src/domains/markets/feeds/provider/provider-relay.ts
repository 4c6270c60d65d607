import { hourMs, minuteMs, secondMs } from '@evenhand/protocol/durations.ts'
import { startTalk, type Talk, type TalkParams } from './provider-session.ts'
import type { ProviderQuote } from './provider.ts'

export type RelayParams = TalkParams & { tools: TalkParams['tools'] & { random: () => number } }

/** How long two connections stand side by side: longer than any pair that is traded at all is silent. */
const overlapMs = 30 * secondMs
/** When a replacement that came to nothing is tried again. */
const retryMs = 10 * minuteMs

/** Whether a quote reports more than the newest that was passed on. */
function isNewer(quote: ProviderQuote, newest: ProviderQuote | undefined): boolean {
  if (newest === undefined) return true
  const { seq, at } = newest
  if (quote.seq !== undefined && seq !== undefined) return quote.seq > seq
  if (quote.at !== undefined && at !== undefined && quote.at !== at) return quote.at > at
  return quote.bid !== newest.bid || quote.ask !== newest.ask || quote.last !== newest.last
}

type Leg = { talk: Talk; readonly received: Set<string> }

/**
 * A talk that outlasts its connections: where a provider ends each at a certain age, it is replaced at a random time one
 * to four hours before, and the old one ends only when the new one quotes. Each symbol is taken from the old one until
 * the new one has quoted it, so that no quote is missed and none is counted twice. The end is reported only when there is
 * no process to take over.
 */
export function startRelay(params: RelayParams): Talk {
  const { dialect, tools } = params
  const { endsAfterMs } = dialect
  if (endsAfterMs === undefined) return startTalk(params)
  const requested = new Set(params.symbols)
  /** The newest quote of each symbol that was requested. */
  const newest = new Map<string, ProviderQuote>()
  let successor: Leg | undefined
  let cancel: () => void = () => {}
  const later = (ms: number, run: () => void): void => {
    cancel()
    cancel = tools.timers.after(ms, run)
  }
  const replaceInTime = (): void => later(endsAfterMs - hourMs * (1 + 3 * tools.random()), replace)

  const begin = (opened: () => void): Leg => {
    const received = new Set<string>()
    const talk = startTalk({
      ...params,
      opened,
      quoted(quote) {
        const { symbol } = quote
        if (!requested.has(symbol)) return leg === successor ? undefined : params.quoted(quote)
        if (leg === successor) {
          const isFirst = !received.has(symbol)
          received.add(symbol)
          if (isFirst && !isNewer(quote, newest.get(symbol))) return
        } else if (successor?.received.has(symbol) === true) return
        newest.set(symbol, quote)
        params.quoted(quote)
      },
      ended(end) {
        if (leg === successor) return giveUp()
        if (takeOver()) return
        cancel()
        successor?.talk.end()
        params.ended(end)
      },
    })
    const leg: Leg = { talk, received }
    return leg
  }
  /** False where no successor quotes. */
  const takeOver = (): boolean => {
    if (successor === undefined || successor.received.size === 0) return false
    serving.talk.end()
    serving = successor
    successor = undefined
    replaceInTime()
    return true
  }
  const giveUp = (): void => {
    successor?.talk.end()
    successor = undefined
    later(retryMs, replace)
  }
  const replace = (): void => {
    successor = begin(() => later(overlapMs, () => takeOver() || giveUp()))
  }

  let serving = begin(() => {
    params.opened()
    replaceInTime()
  })
  return {
    end() {
      cancel()
      successor?.talk.end()
      serving.talk.end()
    },
  }
}
