import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { verdictOf, type Figure } from './goals.ts'
import { keepRun, medianOfThree, pastRuns } from './history.ts'
import { describeMachine, type Machine } from './machine.ts'
import { plotHistory } from './plot.ts'

const file = join(import.meta.dirname, '..', 'results', 'latest.json')

type Run = { at: string; command: string; machine: Machine; figures: Figure[] }
type Results = Record<string, Run>

const rounded = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2)

const goalText = (figure: Figure, which: 'floor' | 'moonshot'): string => {
  const line = figure.goal?.[which]
  return line === undefined ? '' : `${figure.goal?.isMax === true ? '≤' : '≥'} ${line}`
}

/** The median of the last three runs of a figure, where there are three. */
type Median = (what: string) => number | undefined

const lineOf = (figure: Figure, medianOf: Median): string =>
  `| ${figure.what} | ${rounded(figure.value)} ${figure.unit} | ${medianText(medianOf(figure.what))} | ${goalText(figure, 'floor')} | ${goalText(figure, 'moonshot')} | ${verdictOf(figure)} | ${figure.note} |`

const medianText = (value: number | undefined): string => (value === undefined ? '' : rounded(value))

/** The table of one part or of all, as Markdown. */
export const tableOf = (figures: readonly Figure[], medianOf: Median = () => undefined): string =>
  [
    '| what | here | median of 3 | floor | moonshot | | how |',
    '|---|---|---|---|---|---|---|',
    ...figures.map((figure) => lineOf(figure, medianOf)),
  ].join('\n')

/**
 * Prints a part's figures and keeps them: in bench/results/latest.json and .md beside the last ones of other parts, and
 * as one more line of history.jsonl. A part without figures has not run: nothing of it is kept.
 */
export function report(part: string, figures: readonly Figure[]): void {
  if (figures.length === 0) return console.log(`\n${part}: nothing was measured`)
  const run: Run = {
    at: new Date().toISOString(),
    command: `npm run bench:${part}${process.argv.length > 2 ? ` -- ${process.argv.slice(2).join(' ')}` : ''}`,
    machine: describeMachine(),
    figures: [...figures],
  }
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {}
  const results: Results = { ...known, [part]: run }
  mkdirSync(dirname(file), { recursive: true })
  keepRun({ part, ...run })
  plotHistory()
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(file.replace(/json$/, 'md'), pageOf(results))
  console.log(`\n${part}\n${tableOf(figures)}`)
}

function pageOf(results: Results): string {
  const runs = pastRuns()
  const parts = Object.entries(results).map(([part, run]) => {
    const { at, command, machine, figures } = run
    const where = `${machine.cores} × ${machine.cpu}, ${machine.memoryGiB} GiB, Node ${machine.node}, ${machine.syncsPerSecond} syncs a second, load ${machine.load}`
    return `## ${part}\n\n\`${command}\`, ${at.slice(0, 16)}Z\n${where}\n\n${tableOf(figures, (what) => medianOfThree(runs, { part, ...run }, what))}\n`
  })
  return `# Figures of one machine\n\nWritten by \`npm run bench\`. Rates mean something only beside the yardstick of the same run.\n\n${parts.join('\n')}`
}
