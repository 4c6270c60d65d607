import type { Finding } from './findings.ts'
import type { PublicKeys } from './public-keys.ts'
import { headShape, segmentShape } from './receipt-shape.ts'
import type { SealedSegment, Seals } from './receipt.ts'
import { compareShape, type Shape } from './shape.ts'
import { plainOf, readWritten, type Written } from './strict-json.ts'
import { verifySealedHead, verifySegment } from './verify-seals.ts'

/** The recorded ticks of an instrument on a UTC day as they are published; `next` is the minute of the day to ask for next. */
export type PublishedTicks = {
  readonly code: string
  readonly day: string
  readonly segments: readonly SealedSegment[]
  readonly head: Seals['head'] | null
  readonly next: number | null
}

const shape: Shape = {
  fields: [
    ['code', { text: /^[\x20-\x7e]{1,40}$/ }],
    ['day', { text: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/ }],
    ['segments', { list: segmentShape }],
    ['head', { nullable: headShape }],
    ['next', { nullable: 'whole' }],
  ],
}

/** What came of checking published ticks; `ticks` is how many were proved. */
export type TicksVerdict = { readonly ok: boolean; readonly findings: readonly Finding[]; readonly ticks: number }

/** Checks published ticks, bare or inside the server's answer: every sealed minute leads to the signed head. */
export function verifyTicks(text: string, keys: PublicKeys): TicksVerdict {
  let written: Written
  try {
    written = readWritten(text)
  } catch (cause) {
    return { ok: false, findings: [{ is: 'notJson', at: cause instanceof Error ? cause.message : '' }], ticks: 0 }
  }
  const result = written.kind === 'object' ? written.fields.find(({ name }) => name === 'result')?.value : undefined
  const form = compareShape(result ?? written, shape, '')
  if (form.length > 0) return { ok: false, findings: form, ticks: 0 }
  const published = plainOf(result ?? written) as PublishedTicks
  const { head } = published
  if (head === null) return { ok: false, findings: [{ is: 'missing', at: 'head' }], ticks: 0 }
  const findings = verifySealedHead(head, 'head', keys)
  let last: number | undefined
  let ticks = 0
  published.segments.forEach((segment, index) => {
    const at = `segments[${index}]`
    findings.push(...verifySegment(segment, { at, head, crypto: keys.crypto }))
    if (segment.code !== published.code)
      findings.push({ is: 'changed', at: `${at}.code`, expected: published.code, found: segment.code })
    const first = segment.ticks[0]?.[0]
    if (first === undefined) findings.push({ is: 'missing', at: `${at}.ticks[0]` })
    else if (last !== undefined && first !== last + 1)
      findings.push({ is: 'gap', at, expected: String(last + 1), found: String(first) })
    last = segment.ticks.at(-1)?.[0]
    ticks += segment.ticks.length
  })
  return { ok: findings.length === 0, findings, ticks }
}
