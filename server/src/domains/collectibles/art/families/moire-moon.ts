import { artwork, circle, curve, path, range } from '../drawing.ts'
import type { Point } from '../drawing.ts'

const [moonX, moonY, moonRadius] = [500, 470, 300]

const chordSteps = 9

/** A level line at `y`, lifted over the moon as if it lay on a ball. */
const level = (y: number): string => {
  const dy = (y - moonY) / moonRadius
  if (Math.abs(dy) >= 1) return `M0 ${y}h1000`
  const half = Math.sqrt(1 - dy * dy) * moonRadius
  const over = range(chordSteps).map((step): Point => {
    const turn = (step / (chordSteps - 1)) * Math.PI
    return [moonX - Math.cos(turn) * half, y - (Math.sin(turn) * half * 88 * (1 - dy * 0.25)) / moonRadius]
  })
  return curve([[0, y], [moonX - half - 14, y], ...over, [moonX + half + 14, y], [1000, y]])
}

const lines = 60

/** The moon out of nothing but level lines: two sets of one ruling, and a ball where they part. */
export const moireMoon = (): string => {
  const flat = range(lines * 2).map((at) => `M0 ${Math.round(at * (1000 / (lines * 2)) + 4)}h1000`)
  const bent = range(lines).map((at) => level(Math.round(at * (1040 / lines))))
  return artwork(
    '#0e1438',
    circle([moonX, moonY - 30], 420, { fill: '#1b2358' }),
    circle([moonX, moonY - 30], 345, { fill: '#28316f' }),
    path(flat.join(''), { stroke: '#56619f', 'stroke-width': 1.6 }),
    circle([moonX, moonY - 30], 292, { fill: '#f4e3b8' }),
    circle([moonX - 90, moonY - 110], 62, { fill: '#e6cf98' }),
    circle([moonX + 100, moonY + 20], 88, { fill: '#e9d4a2' }),
    circle([moonX + 60, moonY - 190], 34, { fill: '#e6cf98' }),
    circle([moonX - 120, moonY + 90], 44, { fill: '#ead7a8' }),
    path(bent.join(''), { fill: 'none', stroke: '#0e1438', 'stroke-width': 5 }),
  )
}
