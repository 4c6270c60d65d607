import { refuse } from './refusal.ts'

const deepest = 32

/**
 * The body of a call as parsed JSON. Only the exact media type `application/json` (optionally with charset=utf-8) is
 * read; a call without a body has the empty object. Refuses 40020 on malformed JSON and on a key given twice: two
 * readers that pick different ones of two equal keys are how validations are bypassed.
 */
export function readBody(contentType: string | undefined, body: Buffer | undefined): unknown {
  if (body === undefined || body.length === 0) return {}
  if (contentType === undefined || !/^application\/json(?:; ?charset=utf-8)?$/i.test(contentType))
    throw malformed('type')
  const text = body.toString('utf8')
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw malformed('malformed')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw malformed('malformed')
  if (writtenKeys(text) !== countKeys(parsed, 0)) throw malformed('repeated')
  return parsed
}

const [quote, backslash, colon] = ['"', '\\', ':'].map((sign) => sign.charCodeAt(0))

/** How many keys a valid JSON text writes, repeated ones included: its strings that a colon follows. */
function writtenKeys(text: string): number {
  let sum = 0
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    at += 1
    while (text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
    at += 1
    // Only space, tab and line ends, all of them below '!', may stand between a key and its colon.
    while (text.charCodeAt(at) <= 32) at += 1
    if (text.charCodeAt(at) === colon) sum += 1
  }
  return sum
}

const malformed = (reason: string): Error => refuse('dataIncomplete', { fields: [{ field: 'body', reason }] })

// No body of ours is deep; one that is would overflow the stack of the function that walks it.
function countKeys(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth > deepest) throw malformed('malformed')
  const below = Object.values(value).reduce<number>((sum, item) => sum + countKeys(item, depth + 1), 0)
  return Array.isArray(value) ? below : below + Object.keys(value).length
}
