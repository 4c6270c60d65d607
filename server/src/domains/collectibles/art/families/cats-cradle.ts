import { colourScale } from '../colour.ts'
import { artwork, circle, path, polar, range, segment } from '../drawing.ts'
import type { Point } from '../drawing.ts'

const centre: Point = [500, 500]
const arms = 8
const strings = 22

/** The envelope between two straight lines: straight strings that together look like a curve. */
const envelope = (from: Point, corner: Point, to: Point): string =>
  range(strings)
    .map((at) => {
      const part = at / (strings - 1)
      const on = (a: Point, b: Point): Point => [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]
      return segment(on(from, corner), on(corner, to))
    })
    .join('')

/** A string figure: nothing but straight strings, stretched between pins. */
export const catsCradle = (): string => {
  const colour = colourScale('#ff6b6b', '#ffb36b', '#ffe08a', '#7fe0c2', '#6cb6ff', '#b794f6', '#ff6b6b')
  const pin = (at: number, radius: number) => polar(centre, (at * 2 * Math.PI) / arms - Math.PI / 2, radius)
  const outer = range(arms).map((at) =>
    path(envelope(pin(at, 455), pin(at + 0.5, 150), pin(at + 1, 455)), { stroke: colour(at / arms) }),
  )
  const inner = range(arms).map((at) =>
    path(envelope(pin(at, 455), centre, pin(at + 1, 455)), {
      stroke: colour((at + 0.5) / arms),
      'stroke-opacity': 0.75,
    }),
  )
  const pins = range(arms).map((at) => circle(pin(at, 455), 9, { fill: '#fff4dc' }))
  return artwork(
    '#3a1f4d',
    circle(centre, 470, { fill: '#4b2a60' }),
    `<g stroke-width="1.8">${inner.join('')}${outer.join('')}</g>`,
    ...pins,
    circle(centre, 12, { fill: '#fff4dc' }),
  )
}
