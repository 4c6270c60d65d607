import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { median, type Figure } from './goals.ts'
import type { Machine } from './machine.ts'

const file = join(import.meta.dirname, '..', 'results', 'history.jsonl')

/** A run of one part: what was measured, of which commit, on which machine. `figures` has those with a goal, by name. */
export type PastRun = {
  at: string
  part: string
  command: string
  /** The commit, with a plus where files differed from it. */
  commit: string
  machine: Machine
  figures: Record<string, number>
}

/** Runs kept so far, oldest first; a line that is no run is an error. */
export const pastRuns = (path = file): PastRun[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as PastRun)
    : []

type Run = { at: string; part: string; command: string; machine: Machine; figures: readonly Figure[] }

/** Adds a run as one line. A part without figures has not run and is not kept. */
export function keepRun({ figures, ...run }: Run, path = file): void {
  const measured = figures.filter(({ goal }) => goal !== undefined)
  if (measured.length === 0) return
  const past: PastRun = {
    ...run,
    commit: commitOf(),
    figures: Object.fromEntries(measured.map(({ what, value }) => [what, Number(value.toPrecision(4))])),
  }
  appendFileSync(path, `${JSON.stringify(past)}\n`)
}

function commitOf(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  try {
    const clean = git('status', '--porcelain', '--untracked-files=no', '--', ':!/bench/results', ':!/docs') === ''
    return `${git('rev-parse', '--short=8', 'HEAD')}${clean ? '' : '+'}`
  } catch {
    return 'unknown'
  }
}

/** Whether at most as many more wanted to run as the machine has cores when the run began. */
export const isQuiet = ({ load, cores }: Machine): boolean => load <= 2 * cores

/**
 * The median of the newest three runs of the same command on the same processor that had the machine for themselves,
 * which is what a README may state. Undefined while there are fewer.
 */
export function medianOfThree(runs: readonly PastRun[], { command, machine }: Run, what: string): number | undefined {
  const values = runs
    .filter((run) => run.command === command && run.machine.cpu === machine.cpu && isQuiet(run.machine))
    .flatMap((run) => run.figures[what] ?? [])
    .slice(-3)
  return values.length < 3 ? undefined : median(values)
}
