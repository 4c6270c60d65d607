import { colourScale } from '../colour.ts'
import { artwork, curve, element, path, range } from '../drawing.ts'
import type { Point } from '../drawing.ts'
import { createNoise } from '../random.ts'
import type { Random } from '../random.ts'

const strands = 230
const length = 13
const stride = 44
/** Strands are farther apart than this. */
const gap = 19

/** A river of dreams: every strand follows the same invisible current and leaves room for the next. */
export const dreamRiver = (random: Random): string => {
  const noise = createNoise(random)
  const colour = colourScale('#2e3a8c', '#4a6fd0', '#7fb4e6', '#c3b5f0', '#f0a9c4', '#ffd9a8')
  const shades = range(12).map((): string[] => [])
  const taken = createTaken()
  for (let attempt = 0, drawn = 0; attempt < 6000 && drawn < strands; attempt++) {
    let point: Point = [random.between(-60, 1010), random.between(-20, 1020)]
    const strand: Point[] = []
    for (let step = 0; step < length && taken.isFree(point); step++) {
      strand.push(point)
      const [x, y] = point
      const angle = (noise(x / 310, y / 310) - 0.5) * 5.4 + 0.25
      point = [x + Math.cos(angle) * stride, y + Math.sin(angle) * stride]
    }
    if (strand.length < 4) continue
    for (const [at, here] of strand.entries()) {
      const next = strand[at + 1]
      taken.add(here)
      if (next) taken.add([(here[0] + next[0]) / 2, (here[1] + next[1]) / 2])
    }
    const [[x, y] = [0, 0]] = strand
    const shade = Math.floor(
      Math.min(0.999, noise(x / 420 + 30, y / 420) * 0.75 + random.next() * 0.25) * shades.length,
    )
    shades[shade]?.push(curve(strand))
    drawn++
  }
  const currents = shades.map((list, at) =>
    path(list.join(''), { stroke: colour(at / 11), 'stroke-width': [11, 7, 14, 9][at % 4] }),
  )
  return artwork(
    '#141a4a',
    element('g', { fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }, ...currents),
  )
}

/** Points by cells as wide as the gap: only those of the nine cells around a point can be too near to it. */
function createTaken() {
  const cells = new Map<number, Point[]>()
  // A column has far fewer cells than that, below the picture too.
  const cellOf = ([x, y]: Point): number => Math.floor(x / gap) * 1000 + Math.floor(y / gap)
  const around = [-1001, -1000, -999, -1, 0, 1, 999, 1000, 1001]
  const isApart = ([x, y]: Point, other: Point): boolean => Math.hypot(other[0] - x, other[1] - y) > gap
  return {
    add(point: Point): void {
      const cell = cellOf(point)
      cells.set(cell, [...(cells.get(cell) ?? []), point])
    },
    isFree(point: Point): boolean {
      const cell = cellOf(point)
      return around.every((offset) => cells.get(cell + offset)?.every((other) => isApart(point, other)) ?? true)
    },
  }
}
