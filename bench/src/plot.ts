import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { goals, type Figure } from './goals.ts'
import { isQuiet, pastRuns, type PastRun } from './history.ts'

const file = join(import.meta.dirname, '..', '..', 'docs', 'bench-history.svg')

const width = 360
const height = 130
const margin = { left: 44, right: 12, top: 28, bottom: 20 }
const columns = 2

/** What is drawn: a figure by its name in the history, and its goal. */
const drawn: readonly [what: string, goal: NonNullable<Figure['goal']>][] = [
  ['orders through HTTP ÷ TPC-B', goals.http],
  ['orders in process ÷ TPC-B', goals.inProcess],
  ['p99 at half the peak rate', goals.p99],
  ['settlement rate ÷ TPC-B', goals.settle],
  ['2000 sockets: CPU a message ÷ socket.io', goals.pushCpu],
]

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function panelOf([what, goal]: (typeof drawn)[number], runs: readonly PastRun[], at: number): string {
  const points = runs
    .filter(({ machine }) => isQuiet(machine))
    .flatMap(({ figures, commit }) => {
      const value = figures[what]
      return value === undefined ? [] : [{ value, commit }]
    })
  const top = Math.max(goal.floor, goal.moonshot ?? 0, ...points.map(({ value }) => value)) * 1.1
  const x = (index: number): number =>
    margin.left + ((width - margin.left - margin.right) * (index + 0.5)) / Math.max(1, points.length)
  const y = (value: number): number => height - margin.bottom - ((height - margin.top - margin.bottom) * value) / top
  const line = (value: number, name: string, labelY: number): string =>
    `<path d="M${margin.left} ${y(value).toFixed(1)}H${width - margin.right}" stroke="#888" stroke-dasharray="4 3"/>` +
    `<text x="${margin.left - 4}" y="${(labelY + 3).toFixed(1)}" text-anchor="end">${name} ${value}</text>`
  const floor = line(goal.floor, goal.isMax ? '≤' : '≥', y(goal.floor))
  const apart = goal.isMax ? 10 : -10
  const ideal = (value: number): string =>
    line(value, '☆', goal.isMax ? Math.max(y(value), y(goal.floor) + apart) : Math.min(y(value), y(goal.floor) + apart))
  const path = points.map(
    ({ value }, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`,
  )
  const dots = points.map(
    ({ value, commit }, index) =>
      `<circle cx="${x(index).toFixed(1)}" cy="${y(value).toFixed(1)}" r="3"><title>${escaped(commit)}: ${value}</title></circle>`,
  )
  const [column, row] = [at % columns, Math.floor(at / columns)]
  return `<g transform="translate(${column * width} ${row * height})"><text x="${margin.left}" y="16" font-weight="600">${escaped(what)}</text>${floor}${goal.moonshot === undefined ? '' : ideal(goal.moonshot)}<path d="${path.join('')}" fill="none" stroke="#2563eb" stroke-width="1.5"/><g fill="#2563eb">${dots.join('')}</g></g>`
}

/**
 * A picture of how the main figures went from run to run, oldest on the left, with floor and moonshot as lines. Runs on a
 * machine that others used as well stand in the history alone.
 */
export function plotOf(runs: readonly PastRun[]): string {
  const rows = Math.ceil(drawn.length / columns)
  const panels = drawn.map((one, at) => panelOf(one, runs, at)).join('\n')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width * columns} ${rows * height}" font-family="system-ui, sans-serif" font-size="10" fill="#444">\n<rect width="100%" height="100%" fill="#fff"/>\n${panels}\n</svg>\n`
}

/** Writes docs/bench-history.svg from bench/results/history.jsonl. */
export const plotHistory = (): void => writeFileSync(file, plotOf(pastRuns()))
