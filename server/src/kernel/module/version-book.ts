import type { Log } from '../log.ts'
import type { Clock } from '../time/clock.ts'
import type { JobSpec } from './module.ts'

/** Terms that two officers decide: each version holds from its moment on, and what was agreed under one keeps it. */
export type VersionBook<T> = {
  /** What holds for what is agreed at this moment. */
  now(): T
  of(version: number): T | undefined
}

/** A book of one version alone: where no operator has decided any. */
export const firstVersionOnly = <T extends { readonly version: number }>(first: T): VersionBook<T> => ({
  now: () => first,
  of: (version) => (version === first.version ? first : undefined),
})

export type VersionBookParams<T, D> = {
  /** Of what, in the name of its job and in the log. */
  what: string
  first: T
  /** Every decided version, rising; `appliesAt` epoch ms. */
  read: () => Promise<readonly D[]>
  /** What a decided version stands for; undefined where it cannot be used, and is left out. */
  parse: (decided: D) => T | undefined
  clock: Clock
  log: Log
}

/**
 * The versions by the clock of the product. They are decided a day before they hold, so every process knows them long
 * before, and all change at the same moment.
 */
export async function openVersionBook<
  T extends { readonly version: number },
  D extends { readonly version: number; readonly appliesAt: number },
>({ what, first, read, parse, clock, log }: VersionBookParams<T, D>): Promise<VersionBook<T> & { job: JobSpec }> {
  let decided: readonly { terms: T; appliesAt: number }[] = []
  const refresh = async (): Promise<void> => {
    decided = (await read()).flatMap((one) => {
      const terms = parse(one)
      if (terms === undefined) log.error({ version: one.version }, `${what} that cannot be read are left out`)
      return terms === undefined ? [] : [{ terms, appliesAt: one.appliesAt }]
    })
  }
  await refresh()
  return {
    now: () => decided.findLast(({ appliesAt }) => appliesAt <= clock.now())?.terms ?? first,
    of: (version) =>
      version === first.version ? first : decided.find(({ terms }) => terms.version === version)?.terms,
    job: { name: `read ${what}`, everyMs: 5_000, inEveryProcess: true, run: refresh },
  }
}
