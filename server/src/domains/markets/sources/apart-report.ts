import type { Log } from '../../../kernel/log.ts'
import { baseMs } from './index-price.ts'
import type { PriceSource } from './source.ts'
import { apartAsText, type SourceApart } from './sources-apart.ts'

/** More than a person reads: then the exchanges or this build are wrong as a whole. */
const maxLogged = 100

/**
 * Logs once, a minute after the first second, which sources are more than 5 % from the others of the same
 * instrument: one that quotes another coin under the same code is found the day it is requested.
 */
export function createApartReport(params: { source: Pick<PriceSource, 'live'>; log: Log }): (ts: number) => void {
  const { live } = params.source
  let began: number | undefined
  let isLogged = live === undefined
  return (ts) => {
    began ??= ts
    if (isLogged || ts - began < baseMs) return
    isLogged = true
    const apart = live?.apart() ?? []
    if (apart.length === 0) return
    const sources = apart.slice(0, maxLogged).map(sentenceOf)
    params.log.warn(
      { count: apart.length, sources },
      'sources of prices are more than 5 % apart; one may quote another coin',
    )
  }
}

function sentenceOf(apart: SourceApart): string {
  const { code, source, price, others } = apartAsText(apart)
  return `${code}: ${source} ${price}, others ${others}`
}
