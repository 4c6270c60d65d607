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
  /** Counts one act of a subject; refuses `tooMany` with the seconds until the next is free. A refused act is not counted. */
  take(rule: Rule, subject: string): void
  /** Takes a subject's last act back, as when what counted as a guess proved right. */
  undo(rule: Rule, subject: string): void
  /** How many acts of a subject still count under a rule. */
  used(rule: Rule, subject: string): number
}

/**
 * Subjects remembered a rule. Past it the one that was quiet longest is forgotten, so a flood of new addresses costs
 * bounded memory: 20 000 subjects with 50 times each are 8 MB.
 */
const maxSubjects = 20_000

/** The last acts of a subject: at most as many as the rule allows, as a ring; `next` is where the oldest stands. */
type Acts = { readonly times: number[]; next: number }

type Params = { clock: Clock; on: boolean; bus?: Bus }

/** An act that was counted in this process, for the others: with `undo` the last one of the subject is taken back. */
type SharedAct = { rule: Rule; subject: string; at: number; undo?: true }

const topic = 'limits'

/**
 * Rate limits in memory: for each subject the exact times of its last acts, so that no window of the rule's length ever
 * holds more than the rule permits. With `on: false` (RATE_LIMITS=off, a sandbox alone) nothing is refused. An act that one process
 * counts is counted by the others as soon as they receive it, so a rule is of the installation; calls that reach two processes
 * in the same millisecond may go one beyond it.
 */
export function createLimits({ clock, on, bus = noOthers }: Params): Limits {
  const rules = new Map<string, Map<string, Acts>>()
  const actsOf = (rule: Rule, subject: string): Acts | undefined => rules.get(rule.name)?.get(subject)
  const mustBeFree = (rule: Rule, acts: Acts | undefined): void => {
    if (acts === undefined || acts.times.length < rule.max) return
    const waitMs = (acts.times[acts.next] ?? 0) + rule.perMs - clock.now()
    // An act of the future is one from before the clock went back: it does not count now.
    if (waitMs > 0 && waitMs <= rule.perMs)
      throw refuse('tooMany', { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) })
  }
  const count = (rule: Rule, subject: string, at: number): void => {
    const acts = actsOf(rule, subject) ?? { times: [], next: 0 }
    if (acts.times.length < rule.max) acts.times.push(at)
    else {
      acts.times[acts.next] = at
      acts.next = (acts.next + 1) % rule.max
    }
    const subjects = rules.get(rule.name) ?? new Map<string, Acts>()
    rules.set(rule.name, subjects)
    remember(subjects, subject, acts)
  }
  const takeBack = (rule: Rule, subject: string): void => {
    const acts = actsOf(rule, subject)
    if (acts === undefined) return
    if (acts.times.length < rule.max) acts.times.pop()
    else {
      // The freed place becomes the oldest of the ring, so that it is the next to be taken.
      acts.next = (acts.next + rule.max - 1) % rule.max
      acts.times[acts.next] = Number.NEGATIVE_INFINITY
    }
  }
  const share = openBatchedTopic<SharedAct>(bus, topic, ({ rule, subject, at, undo }) =>
    undo === true ? takeBack(rule, subject) : count(rule, subject, at),
  )
  return {
    on,
    check(rule, subject) {
      if (on) mustBeFree(rule, actsOf(rule, subject))
    },
    take(rule, subject) {
      if (!on) return
      mustBeFree(rule, actsOf(rule, subject))
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
      return actsOf(rule, subject)?.times.filter((at) => at > start).length ?? 0
    },
  }
}

/** Keeps a subject as the last used; insertion order is the order of last use. */
function remember(subjects: Map<string, Acts>, subject: string, acts: Acts): void {
  subjects.delete(subject)
  subjects.set(subject, acts)
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
