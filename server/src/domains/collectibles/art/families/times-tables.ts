import { colourScale } from '../colour.ts'
import { artwork, circle, path, polar, range, segment } from '../drawing.ts'
import type { Point } from '../drawing.ts'

const points = 72

/** The table of `factor` on a circle: every number is tied to its multiple. */
const table = (centre: Point, radius: number, factor: number): string =>
  range(points)
    .filter((n) => n > 0 && (n * factor) % points !== n)
    .map((n) => {
      const angle = (at: number) => (at / points) * 2 * Math.PI - Math.PI / 2
      return segment(polar(centre, angle(n), radius), polar(centre, angle((n * factor) % points), radius))
    })
    .join('')

/** The times tables from two to ten, each drawn by one rule, in chalk on a board. */
export const timesTables = (): string => {
  const colour = colourScale('#ffd97d', '#ffb26b', '#ff8f8f', '#f6a6d8', '#a9c6ff', '#8fe3cf')
  const sheets = range(9).map((at) => {
    const centre: Point = [192 + (at % 3) * 308, 192 + Math.floor(at / 3) * 308]
    return (
      circle(centre, 140, { fill: colour(at / 8), 'fill-opacity': 0.12 }) +
      path(table(centre, 132, at + 2), { stroke: colour(at / 8), 'stroke-width': 1.7, 'stroke-opacity': 0.9 }) +
      circle(centre, 140, { fill: 'none', stroke: colour(at / 8), 'stroke-width': 3 })
    )
  })
  return artwork('#1f3b37', ...sheets)
}
