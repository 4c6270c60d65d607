import type { PublicKeys } from '@evenhand/proofs/public-keys.ts'
import { utcText } from '@evenhand/proofs/utc.ts'
import { verifyTicks, type PublishedTicks } from '@evenhand/proofs/verify-ticks.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'
import type { CheckedFile, ReadFile } from './check-files.ts'

type Saved = PublishedTicks | { readonly result: PublishedTicks }
const pageIn = (saved: Saved): PublishedTicks => ('result' in saved ? saved.result : saved)

const lineOf = ({ minute, ticks, record }: PublishedTicks['segments'][number]): string =>
  `${utcText(minute * minuteMs).slice(0, 16)}Z  ${ticks.length}  #${ticks[0]?.[0]}–#${ticks.at(-1)?.[0]}  → ${record.seq}`

/** Checks recorded ticks, one page or the pages of a day: each sealed minute with how many ticks it holds and its record. */
export function checkTicks({ name, text }: ReadFile, keys: PublicKeys): CheckedFile {
  const { ok, findings, ticks } = verifyTicks(text, keys)
  const about = { kind: 'ticks', name, findings, notes: [] } as const
  // Only what has the form that is published is read again.
  if (!ok) return { ...about, ok, count: ticks, about: '', lines: [] }
  const saved = JSON.parse(text) as Saved | readonly Saved[]
  const pages = (Array.isArray(saved) ? (saved as readonly Saved[]) : [saved as Saved]).map(pageIn)
  const days = [...new Set(pages.map(({ day }) => day))]
  return {
    ...about,
    ok,
    count: ticks,
    about: [pages[0]?.code ?? '', days[0], ...(days.length > 1 ? ['–', days.at(-1)] : [])].join(' '),
    lines: pages.flatMap(({ segments }) => segments.map(lineOf)),
  }
}
