import type { Finding } from './findings.ts'
import type { PublicKeys } from './public-keys.ts'
import { headShape, segmentShape } from './receipt-shape.ts'
import type { SealedSegment, Seals } from './receipt.ts'
import { compareShape, type Shape } from './shape.ts'
import { plainOf, readWritten, type Written } from './strict-json.ts'
import { verifySealedHead, verifySegment } from './verify-seals.ts'

/** The recorded ticks of an instrument on a UTC day as they are published; `next` is the minute of the day to request next. */
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

/**
 * Checks published ticks, bare or inside the server's response, or a list of either, such as the pages of a day: every
 * sealed minute leads to the signed head that came with it, and no tick is missing from the first to the last.
 */
export function verifyTicks(text: string, keys: PublicKeys): TicksVerdict {
  let written: Written
  try {
    written = readWritten(text)
  } catch (cause) {
    return { ok: false, findings: [{ is: 'notJson', at: cause instanceof Error ? cause.message : '' }], ticks: 0 }
  }
  if (written.kind !== 'list') return verdictOf([verifyPage(written, { at: '', keys })])
  if (written.items.length === 0) return { ok: false, findings: [{ is: 'missing', at: '[0]' }], ticks: 0 }
  const code = codeOf(written.items[0])
  let after: number | undefined
  return verdictOf(
    written.items.map((item, index) => {
      const page = verifyPage(item, { at: `[${index}]`, keys, code, after })
      after = page.last ?? after
      return page
    }),
  )
}

type Page = { readonly findings: readonly Finding[]; readonly ticks: number; readonly last?: number | undefined }
type PageParams = { at: string; keys: PublicKeys; code?: string | undefined; after?: number | undefined }

const verdictOf = (pages: readonly Page[]): TicksVerdict => {
  const findings = pages.flatMap((page) => page.findings)
  return { ok: findings.length === 0, findings, ticks: pages.reduce((sum, { ticks }) => sum + ticks, 0) }
}

/** What the server's response carries, or the value itself where it is bare. */
const inResponse = (written: Written): Written =>
  (written.kind === 'object' ? written.fields.find(({ name }) => name === 'result')?.value : undefined) ?? written

function codeOf(written: Written | undefined): string | undefined {
  const page = written && inResponse(written)
  const code = page?.kind === 'object' ? page.fields.find(({ name }) => name === 'code')?.value : undefined
  return code?.kind === 'text' ? code.value : undefined
}

/** Checks one response. `code`: the instrument it must be of; `after`: the seq that its first tick follows. */
function verifyPage(written: Written, { at: path, keys, code, after }: PageParams): Page {
  const under = (name: string): string => (path === '' ? name : `${path}.${name}`)
  const page = inResponse(written)
  const form = compareShape(page, shape, path)
  if (form.length > 0) return { findings: form, ticks: 0 }
  const published = plainOf(page) as PublishedTicks
  const { head } = published
  if (head === null) return { findings: [{ is: 'missing', at: under('head') }], ticks: 0 }
  const findings = verifySealedHead(head, under('head'), keys)
  const expected = code ?? published.code
  if (published.code !== expected) findings.push({ is: 'changed', at: under('code'), expected, found: published.code })
  let last = after
  let ticks = 0
  published.segments.forEach((segment, index) => {
    const at = under(`segments[${index}]`)
    findings.push(...verifySegment(segment, { at, head, crypto: keys.crypto }))
    if (segment.code !== published.code)
      findings.push({ is: 'changed', at: `${at}.code`, expected: published.code, found: segment.code })
    const first = segment.ticks[0]?.[0]
    if (first === undefined) findings.push({ is: 'missing', at: `${at}.ticks[0]` })
    else if (last !== undefined && first !== last + 1)
      findings.push({ is: 'gap', at, expected: String(last + 1), found: String(first) })
    last = segment.ticks.at(-1)?.[0] ?? last
    ticks += segment.ticks.length
  })
  return { findings, ticks, last }
}
