import { refuse } from './refusal.ts'

const keyPattern = /"(?:[^"\\]|\\.)*"\s*:/g

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
  if ((text.match(keyPattern)?.length ?? 0) !== countKeys(parsed)) throw malformed('repeated')
  return parsed
}

const malformed = (reason: string): Error => refuse('dataIncomplete', { fields: [{ field: 'body', reason }] })

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countKeys(item), 0)
  let sum = 0
  for (const item of Object.values(value)) sum += 1 + countKeys(item)
  return sum
}
