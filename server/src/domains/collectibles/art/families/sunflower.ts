import { colourScale } from '../colour.ts'
import { artwork, definitions, dot, element, path, placed, polar, range } from '../drawing.ts'
import type { Point } from '../drawing.ts'

const goldenAngle = Math.PI * (3 - Math.sqrt(5))
const centre: Point = [500, 500]
const seeds = 560
const bands = 10
const petalPairs = 17

/** A sunflower by its own arithmetic: every seed is turned from the last by the golden angle. */
export const sunflower = (): string => {
  const colour = colourScale('#f5c04a', '#d9822b', '#8a4b20', '#4a2a1a', '#2c1a14', '#6b3b1c', '#e0952f')
  const seedAt = (at: number): Point => polar(centre, at * goldenAngle, 12.2 * Math.sqrt(at))
  const rows = range(bands).map((band) => {
    const from = Math.round((band * seeds) / bands)
    const to = Math.round(((band + 1) * seeds) / bands)
    const dots = range(to - from)
      .map((at) => dot(seedAt(from + at)))
      .join('')
    return path(dots, { stroke: colour(band / (bands - 1)), 'stroke-width': 7 + band * 1.15 })
  })
  const petals = (size: number, colours: readonly [string, string], turn: number) =>
    colours
      .map((fill, shade) => {
        const turned = range(petalPairs).map((at) =>
          element('use', {
            href: '#p',
            transform: `rotate(${Math.round(((at + shade / 2) * 3600) / petalPairs) / 10})`,
          }),
        )
        return element('g', { fill, transform: placed(centre, turn, size) }, ...turned)
      })
      .join('')
  const petal = path('M0-225C58-300 56-400 0-480C-56-400-58-300 0-225', { id: 'p' })
  return artwork(
    '#1d5c63',
    definitions(petal),
    petals(1.05, ['#c96f1d', '#b95f1a'], 5),
    petals(0.97, ['#eda22c', '#e3922a'], 0),
    petals(0.86, ['#fbc740', '#f8d05f'], 5),
    element('circle', { cx: 500, cy: 500, r: 296, fill: '#2b1a12' }),
    `<g stroke-linecap="round">${rows.join('')}</g>`,
  )
}
