import { isIP } from 'node:net'
import { openBatchedTopic } from '../bus/batched-topic.ts'
import { noOthers, type Bus } from '../bus/bus.ts'
import type { Clock } from '../time/clock.ts'
import { refuse } from './refusal.ts'

/** At most `most` takes by one subject within any `perMs` milliseconds. */
export type Rule = { readonly name: string; readonly max: number; readonly perMs: number }

export type Limits = {
  /** False where RATE_LIMITS=off, for limits that are counted elsewhere than here. */
  readonly on: boolean
  /** Refuses as `take` would, and counts nothing. */
  check(rule: Rule, subject: string): void
  /** Counts one hit of a subject; refuses `tooMany` with the seconds until the next is free. A refused hit is not counted. */
  take(rule: Rule, subject: string): void
  /** Takes a subject's last hit back, as when what counted as a guess proved right. */
  undo(rule: Rule, subject: string): void
  /** How many hits of a subject still count under a rule. */
  used(rule: Rule, subject: string): number
}

/**
 * Subjects remembered a rule. Past it the one that was quiet longest is forgotten, so a flood of new addresses costs
 * bounded memory: 20 000 subjects with 50 times each are 8 MB.
 */
const maxSubjects = 20_000

/** The last hits of a subject: at most as many as the rule allows, as a ring; `next` is where the oldest stands. */
type Hits = { readonly times: number[]; next: number }

type Params = { clock: Clock; on: boolean; bus?: Bus }

/** A hit that was counted in this process, for the others: with `undo` the last one of the subject is taken back. */
type SharedHit = { rule: Rule; subject: string; at: number; undo?: true }

const topic = 'limits'

/**
 * Rate limits in memory: for each subject the exact times of its last hits, so that no window of the rule's length ever
 * holds more than the rule permits. With `on: false` (RATE_LIMITS=off, a sandbox alone) nothing is refused. A hit that one process
 * counts is counted by the others as soon as they receive it, so a rule is of the installation; calls that reach two processes
 * in the same millisecond may go one beyond it.
 */
export function createLimits({ clock, on, bus = noOthers }: Params): Limits {
  const rules = new Map<string, Map<string, Hits>>()
  const hitsOf = (rule: Rule, subject: string): Hits | undefined => rules.get(rule.name)?.get(subject)
  const mustBeFree = (rule: Rule, hits: Hits | undefined): void => {
    if (hits === undefined || hits.times.length < rule.max) return
    const waitMs = (hits.times[hits.next] ?? 0) + rule.perMs - clock.now()
    // A hit of the future is one from before the clock went back: it does not count now.
    if (waitMs > 0 && waitMs <= rule.perMs)
      throw refuse('tooMany', { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) })
  }
  const count = (rule: Rule, subject: string, at: number): void => {
    const hits = hitsOf(rule, subject) ?? { times: [], next: 0 }
    if (hits.times.length < rule.max) hits.times.push(at)
    else {
      hits.times[hits.next] = at
      hits.next = (hits.next + 1) % rule.max
    }
    const subjects = rules.get(rule.name) ?? new Map<string, Hits>()
    rules.set(rule.name, subjects)
    remember(subjects, subject, hits)
  }
  const takeBack = (rule: Rule, subject: string): void => {
    const hits = hitsOf(rule, subject)
    if (hits === undefined) return
    if (hits.times.length < rule.max) hits.times.pop()
    else {
      // The freed entry becomes the oldest of the ring, so that it is the next to be taken.
      hits.next = (hits.next + rule.max - 1) % rule.max
      hits.times[hits.next] = Number.NEGATIVE_INFINITY
    }
  }
  const share = openBatchedTopic<SharedHit>(bus, topic, ({ rule, subject, at, undo }) =>
    undo === true ? takeBack(rule, subject) : count(rule, subject, at),
  )
  return {
    on,
    check(rule, subject) {
      if (on) mustBeFree(rule, hitsOf(rule, subject))
    },
    take(rule, subject) {
      if (!on) return
      mustBeFree(rule, hitsOf(rule, subject))
      const at = clock.now()
      count(rule, subject, at)
      share({ rule, subject, at })
    },
    undo(rule, subject) {
      takeBack(rule, subject)
      share({ rule, subject, at: 0, undo: true })
    },
    used(rule, subject) {
      const start = clock.now() - rule.perMs
      return hitsOf(rule, subject)?.times.filter((at) => at > start).length ?? 0
    },
  }
}

/** Keeps a subject as the last used; insertion order is the order of last use. */
function remember(subjects: Map<string, Hits>, subject: string, hits: Hits): void {
  subjects.delete(subject)
  subjects.set(subject, hits)
  if (subjects.size <= maxSubjects) return
  const quietest = subjects.keys().next()
  if (quietest.done !== true) subjects.delete(quietest.value)
}

/**
 * The network place a limit counts: an IPv4 address, or the first 64 bits of an IPv6 address, because one household or
 * host is given at least a /64 and could take a new address for every try. IPv4 inside IPv6 counts as IPv4.
 */
export function ipBucketOf(ip: string): string {
  const kind = isIP(ip)
  if (kind === 4) return ip
  if (kind !== 6) return 'unknown'
  const bare = ip.split('%')[0] ?? ip
  const inside = /^(?:0*:)*:?(?:0*:)*ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)
  if (inside?.[1] !== undefined) return inside[1]
  const [head = '', tail] = bare.split('::')
  const groups = head === '' ? [] : head.split(':')
  // Without "::" all eight groups are written; with it, what is missing between the two sides is zero.
  const tailCount = tail === undefined || tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0)
  const whole =
    tail === undefined
      ? groups
      : [...groups, ...Array<string>(Math.max(0, 8 - groups.length - tailCount)).fill('0'), ...tail.split(':')]
  return `${whole
    .slice(0, 4)
    .map((group) => (group === '' ? '0' : group.toLowerCase().replace(/^0+(?=.)/, '')))
    .join(':')}::/64`
}
