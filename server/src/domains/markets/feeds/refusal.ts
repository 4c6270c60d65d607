import type { Received } from './provider/provider.ts'

const longestText = 160

/**
 * A provider's no, in its own words: without line breaks, short enough for a status line, and with our secrets taken out,
 * because some repeat what they refuse. `fatal` where asking again soon cannot help.
 */
export function refusal(words: string, params: { fatal: boolean; secrets?: readonly string[] }): Received {
  let text = words
  for (const secret of params.secrets ?? []) if (secret !== '') text = text.replaceAll(secret, '…')
  text = text.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim()
  return { refused: { text: text.slice(0, longestText) || 'refused without a reason', fatal: params.fatal } }
}

/** What is not of a dialect. */
export const garbage: Received = { garbage: true }
/** What is of a dialect and says nothing about a price. */
export const nothing: Received = {}
