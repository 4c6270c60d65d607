import type { Received } from './provider/provider.ts'

const longestText = 160

type RefusalParams = {
  /** Retrying soon cannot help. */
  fatal: boolean
  /** The symbols that it reports it does not have. */
  unknown?: readonly string[]
  secrets?: readonly string[]
}

/**
 * A provider's no, in its own words: without line breaks, short enough for a status line, and with our secrets taken out,
 * because some repeat what they refuse.
 */
export function refusal(words: string, { fatal, unknown = [], ...params }: RefusalParams): Received {
  let text = words
  for (const secret of params.secrets ?? []) if (secret !== '') text = text.replaceAll(secret, '…')
  text = text.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim()
  const refused = { text: text.slice(0, longestText) || 'refused without a reason', fatal }
  return { refused: unknown.length === 0 ? refused : { ...refused, unknown } }
}

/** How providers report that they do not have a symbol, and never will on this connection. */
const unknownWords =
  /\b(?:unknown|unsupported|no such|not (?:currently )?supported|not found|not exists?|(?:does not|doesn't) exist|not a valid|invalid (?:symbol|pair|product|instrument))\b/i

/**
 * A refusal of one symbol. It is final only where its words report that the provider does not have it; whatever else was
 * wrong may pass, and the symbol is requested again.
 */
export const symbolRefusal = (words: string, symbol: string): Received =>
  refusal(words, { fatal: false, unknown: unknownWords.test(words) ? [symbol] : [] })

/** What is not of a dialect. */
export const garbage: Received = { garbage: true }
/** What is of a dialect and shows nothing about a price. */
export const nothing: Received = {}
