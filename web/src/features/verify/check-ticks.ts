import type { Finding } from '@evenhand/proofs/findings.ts'
import type { PublicKeys } from '@evenhand/proofs/public-keys.ts'
import { utcText } from '@evenhand/proofs/utc.ts'
import { verifyTicks, type PublishedTicks } from '@evenhand/proofs/verify-ticks.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'
import { blank, type CheckedFile, type Fault } from './checked-file.ts'

type Segment = PublishedTicks['segments'][number]
/** Of a file that is wrong nothing is certain but that it is JSON. */
type Page = { readonly code?: unknown; readonly day?: unknown; readonly segments?: readonly Partial<Segment>[] }

function pagesIn(text: string): Page[] {
  const whole = JSON.parse(text) as unknown
  return [whole].flat().map((page) => ((page as { result?: Page } | null)?.result ?? page ?? {}) as Page)
}

const lineOf = ({ minute = 0, ticks = [], record }: Partial<Segment>): string =>
  `${utcText(minute * minuteMs).slice(0, 16)}Z  ${ticks.length}  #${ticks[0]?.[0]}–#${ticks.at(-1)?.[0]}  → ${record?.seq}`

/** The minute in which a fault stands: `[2].segments[7].ticks[3]` names it by numbers alone. */
function placed(finding: Finding, pages: readonly Page[]): Fault {
  const [, page = '0', segment] = /^(?:\[(\d+)\]\.)?segments\[(\d+)\]/.exec(finding.at) ?? []
  const minute = segment === undefined ? undefined : pages[Number(page)]?.segments?.[Number(segment)]?.minute
  return typeof minute === 'number' ? { ...finding, location: { is: 'minute', at: minute * minuteMs } } : finding
}

/**
 * Checks recorded ticks, one page or the pages of a day or more: which minutes they are in, with how many ticks, their
 * numbers and the record of the log that seals them.
 */
export function checkTicks(name: string, text: string, keys: PublicKeys): CheckedFile {
  const { ok, findings, ticks } = verifyTicks(text, keys)
  const pages = pagesIn(text)
  const segments = pages.flatMap((page) => (Array.isArray(page.segments) ? page.segments : []))
  const [first, last] = [pages[0]?.day, pages.at(-1)?.day].map(String)
  const about = `${String(pages[0]?.code)} · ${first === last ? first : `${first} – ${last}`}`
  const file = { ...blank, name, kind: 'ticks', about } as const
  if (!ok) return { ...file, state: 'wrong', findings: findings.map((finding) => placed(finding, pages)) }
  if (ticks === 0) return { ...file, state: 'empty' }
  return { ...file, state: 'right', count: ticks, more: segments.length, lines: segments.map(lineOf) }
}
