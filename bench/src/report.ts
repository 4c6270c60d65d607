import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { verdictOf, type Figure } from './goals.ts'
import { describeMachine, type Machine } from './machine.ts'

const file = join(import.meta.dirname, '..', 'results', 'latest.json')

type Run = { at: string; command: string; machine: Machine; figures: Figure[] }
type Results = Record<string, Run>

const rounded = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2)

const goalText = (figure: Figure, which: 'floor' | 'moonshot'): string => {
  const line = figure.goal?.[which]
  return line === undefined ? '' : `${figure.goal?.atMost === true ? '≤' : '≥'} ${line}`
}

const lineOf = (figure: Figure): string =>
  `| ${figure.what} | ${rounded(figure.value)} ${figure.unit} | ${goalText(figure, 'floor')} | ${goalText(figure, 'moonshot')} | ${verdictOf(figure)} | ${figure.note} |`

/** The table of one part or of all, as Markdown. */
export const tableOf = (figures: readonly Figure[]): string =>
  ['| what | here | floor | moonshot | | how |', '|---|---|---|---|---|---|', ...figures.map(lineOf)].join('\n')

/** Prints a part's figures and keeps them in bench/results/latest.json and .md beside the last ones of other parts. */
export function report(part: string, figures: readonly Figure[]): void {
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {}
  const results: Results = {
    ...known,
    [part]: {
      at: new Date().toISOString(),
      command: `npm run bench:${part}${process.argv.length > 2 ? ` -- ${process.argv.slice(2).join(' ')}` : ''}`,
      machine: describeMachine(),
      figures: [...figures],
    },
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(file.replace(/json$/, 'md'), pageOf(results))
  console.log(`\n${part}\n${tableOf(figures)}`)
}

function pageOf(results: Results): string {
  const parts = Object.entries(results).map(([part, { at, command, machine, figures }]) => {
    const where = `${machine.cores} × ${machine.cpu}, ${machine.memoryGiB} GiB, Node ${machine.node}, ${machine.syncsPerSecond} syncs a second, load ${machine.load}`
    return `## ${part}\n\n\`${command}\`, ${at.slice(0, 16)}Z\n${where}\n\n${tableOf(figures)}\n`
  })
  return `# Figures of one machine\n\nWritten by \`npm run bench\`. Rates mean something only beside the yardstick of the same run.\n\n${parts.join('\n')}`
}
