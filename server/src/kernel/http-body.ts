import { refuse } from './refusal.ts'

// Every string of the text, and the colon that makes it a key. It matches at each string's opening quote, so a text is
// walked once; a pattern that only matched keys would try again at every quote inside a long value.
const stringPattern = /"(?:[^"\\]|\\.)*"(\s*:)?/g
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

function writtenKeys(text: string): number {
  let sum = 0
  for (const found of text.matchAll(stringPattern)) if (found[1] !== undefined) sum += 1
  return sum
}

const malformed = (reason: string): Error => refuse('dataIncomplete', { fields: [{ field: 'body', reason }] })

// No body of ours is deep; one that is would use up the stack of whoever walks it.
function countKeys(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth > deepest) throw malformed('malformed')
  const below = Object.values(value).reduce<number>((sum, item) => sum + countKeys(item, depth + 1), 0)
  return Array.isArray(value) ? below : below + Object.keys(value).length
}
