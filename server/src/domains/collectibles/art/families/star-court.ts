import { colourScale } from '../colour.ts'
import { artwork, definitions, element, path, polar, polyline, range } from '../drawing.ts'
import type { Point } from '../drawing.ts'

const cell = 200
const origin: Point = [0, 0]
/** A star of `points` rays between two radii. */
const star = (points: number, [outer, inner]: readonly [number, number], turn = 0): string =>
  polyline(
    range(points * 2).map((at) => polar(origin, ((at + turn) * Math.PI) / points, at % 2 ? inner : outer)),
    true,
  )

const shapes = (): readonly string[] => [
  path(star(8, [100, 76.5]), { id: 'a' }),
  path(star(8, [72, 55], 1), { id: 'b' }),
  path(star(8, [44, 20]), { id: 'c' }),
  path(star(4, [62, 26]), { id: 'd' }),
  path(star(4, [34, 14], 1), { id: 'e' }),
]

/** A courtyard paved with eight-pointed stars and crosses before dawn, lit from its middle. */
export const starCourt = (): string => {
  const glowing = colourScale('#ffd98a', '#f4a259', '#c8553d', '#5b3b78', '#26357a')
  const cool = colourScale('#fff1cf', '#8fd0c6', '#3a8fa3', '#2a5f95', '#1c3f7a')
  const points = range(36).map((at): Point => [(at % 6) * cell, Math.floor(at / 6) * cell])
  const part = ([x, y]: Point) => Math.hypot(x - 500, y - 500) / 720
  const put = (id: string, [x, y]: Point, fill: string) => element('use', { href: `#${id}`, x, y, fill })
  const stars = points.flatMap((point) => {
    const far = part(point)
    return [put('a', point, glowing(far)), put('b', point, '#1a1f4d'), put('c', point, cool(far))]
  })
  const crosses = range(25).flatMap((at) => {
    const point: Point = [100 + (at % 5) * cell, 100 + Math.floor(at / 5) * cell]
    return [put('d', point, cool(part(point) * 0.9)), put('e', point, glowing(part(point)))]
  })
  return artwork(
    '#12163c',
    definitions(...shapes()),
    element('g', { stroke: '#fff4dc', 'stroke-width': 5, 'stroke-linejoin': 'round' }, ...stars, ...crosses),
  )
}
