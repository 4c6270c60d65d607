import type { Finding } from './findings.ts'
import { continues, verifyHead, type SignedHead } from './head.ts'
import type { PublicKeys } from './public-keys.ts'
import { chainedHeadShape } from './receipt-shape.ts'
import { compareShape } from './shape.ts'
import { plainOf, readWritten, type Written } from './strict-json.ts'

/** What came of checking heads: every one that could be read, in the order of the log. */
export type HeadsVerdict = {
  readonly ok: boolean
  readonly findings: readonly Finding[]
  readonly heads: readonly SignedHead[]
}

/** The heads in a text: one, a list, the response of public/heads, or a file with one a line. */
function readHeads(text: string): Written[] {
  const trimmed = text.trim()
  let whole: Written
  try {
    whole = readWritten(trimmed)
  } catch {
    return trimmed.split('\n').map(readWritten)
  }
  const result = whole.kind === 'object' ? whole.fields.find(({ name }) => name === 'result')?.value : undefined
  const found = result ?? whole
  return found.kind === 'list' ? [...found.items] : [found]
}

const positionOf = (head: SignedHead): string => `size ${head.size}, time ${head.time}`
const bySize = (a: SignedHead, b: SignedHead): number => a.size - b.size || a.time - b.time

/** Checks one head against the one before it in the log. */
function verifyStep(earlier: SignedHead, later: SignedHead, keys: PublicKeys): Finding[] {
  if (earlier.size === later.size && earlier.root !== later.root) {
    return [{ is: 'fork', at: positionOf(later), expected: earlier.root, found: later.root }]
  }
  if (earlier.size === later.size && earlier.origin === later.origin) return []
  return continues(earlier, later, keys.crypto)
    ? []
    : [{ is: 'broken', at: `${positionOf(earlier)} → ${positionOf(later)}` }]
}

/**
 * Checks signed heads from any number of texts: each one's form and signature, and that each continues the one before it,
 * so that nothing the log once held was changed, moved or taken out. Heads are put in the order of the log first.
 */
export function verifyHeads(texts: readonly string[], keys: PublicKeys): HeadsVerdict {
  const findings: Finding[] = []
  const known = new Map<string, SignedHead>()
  texts.forEach((text, file) => {
    let written: Written[]
    try {
      written = readHeads(text)
    } catch (cause) {
      findings.push({ is: 'notJson', at: `${file + 1}: ${cause instanceof Error ? cause.message : ''}` })
      return
    }
    written.forEach((each, index) => {
      const form = compareShape(each, chainedHeadShape, `${file + 1}[${index}]`)
      findings.push(...form)
      const head = plainOf(each) as SignedHead
      if (form.length === 0) known.set(JSON.stringify(head), head)
    })
  })
  const heads = [...known.values()].toSorted(bySize)
  heads.forEach((head, index) => {
    const publicKey = keys.byId.get(head.keyId)
    if (publicKey === undefined) findings.push({ is: 'otherKey', at: positionOf(head), found: head.keyId })
    else if (!verifyHead(head, publicKey, keys.crypto)) findings.push({ is: 'unsigned', at: positionOf(head) })
    const before = heads[index - 1]
    if (before !== undefined) findings.push(...verifyStep(before, head, keys))
  })
  return { ok: findings.length === 0 && heads.length > 0, findings, heads }
}
