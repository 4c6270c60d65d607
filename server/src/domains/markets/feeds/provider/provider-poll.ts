import type { FetchedText } from '../../../../kernel/http/fetch-text.ts'
import { createBackOff } from './provider-back-off.ts'
import { createQuoteCheck } from './provider-check.ts'
import type { ConnectionState } from './provider-connection.ts'
import { createReport } from './provider-report.ts'
import type { Provider, StreamParams } from './provider-stream.ts'
import type { Bulletin, ProviderFault, ProviderQuote } from './provider.ts'

export type PollParams = Omit<StreamParams, 'dialect' | 'tools'> & {
  bulletin: Bulletin
  tools: Pick<StreamParams['tools'], 'clock' | 'timers' | 'random' | 'fetchText'>
}

const timeoutMs = 20_000
/** A bulletin comes once a day; who publishes it is not to be pressed because one response failed. */
const shyMs = 30_000

/** A provider that is polled over HTTP; what has not changed since the last time is not sent again. */
export function createPoll({ bulletin, bySymbol, tools, listener }: PollParams): Provider {
  const { clock, timers, random } = tools
  const { name, label } = bulletin
  const report = createReport({ name, clock, listener, delayed: true })
  const check = createQuoteCheck({ bySymbol, consecutive: false })
  const backOff = createBackOff(random, { firstMs: shyMs, maxMs: bulletin.everyMs })
  const codes = new Set([...bySymbol.values()].map(({ code }) => code))
  let known: Readonly<Record<string, string>> = {}
  let connectionState: ConnectionState = { state: 'waiting', since: clock.now(), why: undefined }
  let stopped = false
  let cancel: () => void = () => {}

  const stand = (state: ConnectionState['state'], why: string | undefined): void => {
    if (connectionState.state !== state || connectionState.why !== why)
      connectionState = { state, since: clock.now(), why }
  }
  const again = (ms: number): void => {
    cancel = timers.after(ms, () => void poll())
  }
  const lost = (fault: ProviderFault, why: string): void => {
    stand(fault === 'refused' ? 'refused' : 'waiting', why)
    again(shyMs + backOff.wait(0))
    report.failed(fault)
  }
  const poll = async (): Promise<void> => {
    if (connectionState.state !== 'open') stand('connecting', connectionState.why)
    let response: FetchedText
    try {
      response = await tools.fetchText({
        url: bulletin.url,
        longestBody: bulletin.longestBody,
        timeoutMs,
        headers: known,
      })
    } catch (cause) {
      return stopped ? undefined : lost('disconnected', (cause as Error).message)
    }
    if (stopped) return
    const { status, etag, lastModified } = response
    if (status !== 304) {
      if (status !== 200)
        return lost(status >= 400 && status < 500 ? 'refused' : 'disconnected', `responded with ${status}`)
      const quotes = readOrNothing(bulletin, response.body)
      if (quotes === undefined) return lost('garbage', 'sent something that is not a bulletin')
      known = {
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
        ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
      }
      // A bulletin is written for everybody: rates that were not requested are no fault of it.
      for (const quote of quotes) if (bySymbol.has(quote.symbol)) report.checked(check(quote, clock.now()))
    }
    backOff.reset()
    stand('open', undefined)
    again(bulletin.everyMs)
  }

  return {
    start: () => void poll(),
    stop() {
      stopped = true
      cancel()
    },
    status: () => ({ name, label, ...connectionState, instruments: codes.size, faults: report.faults() }),
    quotes: (code) => codes.has(code),
  }
}

function readOrNothing(bulletin: Bulletin, body: string): readonly ProviderQuote[] | undefined {
  try {
    return bulletin.read(body)
  } catch {
    return undefined
  }
}
