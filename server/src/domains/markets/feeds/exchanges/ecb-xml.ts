import { startOfDay } from '../utc-instant.ts'

/** The rates of one bulletin: units of each currency for one euro, as written, and the start (UTC) of its day. */
export type EcbRates = { readonly at: number; readonly rates: ReadonlyMap<string, string> }

const vocabulary = 'http://www.ecb.int/vocabulary/2002-08-01/eurofxref'
const maxRates = 200
const longestTag = 120
const dayTag = /^<Cube\s+time=(["'])(\d{4}-\d{2}-\d{2})\1\s*>$/
const rateTag = /^<Cube\s+currency=(["'])([A-Z]{3})\1\s+rate=(["'])(\d{1,12}(?:\.\d{1,10})?)\3\s*\/>$/
const plainTag = /^<Cube\s*>$/

/**
 * Reads the one shape of XML that the bank has published since 2002, and throws at everything else: a document type or an
 * entity, a comment, a second day, a currency twice, an unknown attribute. It walks from one `<Cube` to the next and
 * reads one short tag at a time, so its work grows with the length of the text and nothing is ever expanded: less to
 * trust than a library that knows all of XML.
 */
export function readEcbXml(body: string): EcbRates {
  if (!body.includes(`"${vocabulary}"`) && !body.includes(`'${vocabulary}'`))
    throw new Error('Not the vocabulary of rates')
  if (body.includes('<!') || body.includes('&')) throw new Error('More of XML than a bulletin has')
  const rates = new Map<string, string>()
  let at: number | undefined
  for (const tag of cubes(body)) {
    const day = dayTag.exec(tag)?.[2]
    const [, , currency, , rate] = rateTag.exec(tag) ?? []
    if (day !== undefined) {
      if (at !== undefined) throw new Error('A bulletin of more than one day')
      at = startOfDay(day)
      if (at === undefined) throw new Error('A day that is on no calendar')
    } else if (currency !== undefined && rate !== undefined) {
      if (at === undefined || rates.has(currency) || rates.size >= maxRates) throw new Error('A rate out of place')
      rates.set(currency, rate)
    } else if (!plainTag.test(tag)) throw new Error('A tag that no bulletin has')
  }
  if (at === undefined || rates.size === 0) throw new Error('No rates')
  return { at, rates }
}

function* cubes(body: string): Generator<string> {
  for (let from = body.indexOf('<Cube'); from >= 0; from = body.indexOf('<Cube', from + 1)) {
    const end = body.indexOf('>', from)
    if (end < 0 || end - from >= longestTag) throw new Error('A tag without an end')
    yield body.slice(from, end + 1)
  }
}
