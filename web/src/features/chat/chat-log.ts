import type { ChatMessage } from '@evenhand/protocol/chat.ts'

/** What was written here and is not known to be kept yet. It keeps its client id however often it is sent. */
export type Pending = {
  readonly clientId: string
  readonly text: string
  readonly files: readonly string[]
  readonly state: 'waiting' | 'failed'
  /** Why it failed. */
  readonly problem?: unknown
}

/**
 * Messages in the order of their sequence, each once: `more` may bring ones that are there already, in any order. What
 * comes after a gap is left out, since what is missing is requested and brings it again; `from` is the first of the list.
 */
export function merged(before: readonly ChatMessage[], more: readonly ChatMessage[]): readonly ChatMessage[] {
  const bySeq = new Map([...before, ...more].map((message) => [message.seq, message]))
  const ordered = [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)
  const first = before[0]?.seq ?? ordered[0]?.seq ?? 1
  const start = ordered.findIndex(({ seq }) => seq === first)
  // Older ones join at the front where they end at the first, newer ones at the back.
  let from = start
  while (from > 0 && ordered[from - 1]?.seq === (ordered[from]?.seq ?? 0) - 1) from -= 1
  let to = start
  while (ordered[to + 1]?.seq === (ordered[to]?.seq ?? 0) + 1) to += 1
  const kept = ordered.slice(from, to + 1)
  return kept.length === before.length && kept.every((one, at) => one === before[at]) ? before : kept
}

/** The last sequence number without a gap before it; 0 where there is none. */
export const lastSeq = (messages: readonly ChatMessage[]): number => messages.at(-1)?.seq ?? 0

/** What waits still: without those that are among the messages by their client id. */
export function stillPending(pending: readonly Pending[], messages: readonly ChatMessage[]): readonly Pending[] {
  const kept = new Set(messages.map(({ clientId }) => clientId))
  const left = pending.filter(({ clientId }) => !kept.has(clientId))
  return left.length === pending.length ? pending : left
}
