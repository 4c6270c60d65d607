import { colourScale } from '../colour.ts'
import {
  artwork,
  circle,
  definitions,
  element,
  glow,
  path,
  polyline,
  range,
  side,
  verticalGradient,
} from '../drawing.ts'
import type { Point } from '../drawing.ts'
import { createNoise } from '../random.ts'
import type { Random } from '../random.ts'

/** A landscape cut from paper: the colours of the sky, of the layers from far to near, and the sun. */
interface HillsOptions {
  readonly sky: readonly string[]
  readonly layers: readonly [string, string, ...string[]]
  readonly sun: { readonly at: Point; readonly radius: number; readonly colour: string }
  readonly firstRidge: number
}

const ridge = (noise: (x: number, y: number) => number, layer: number, base: number): readonly Point[] =>
  range(36).map((step) => {
    const x = step * 30 - 25
    const height = noise(x / (260 - layer * 14), layer * 7.3) * 0.8 + noise(x / 70, layer * 3.1) * 0.2
    return [x, base - height * (210 - layer * 12)]
  })

const layerCount = 8

/** Ridges of paper behind one another under a rising or setting sun, each with the shadow it throws on the next. */
export const hills =
  ({ sky, layers, sun, firstRidge }: HillsOptions) =>
  (random: Random): string => {
    const noise = createNoise(random)
    const colour = colourScale(...layers)
    const sheets = range(layerCount).map((layer) => {
      const base = firstRidge + layer * ((side + 90 - firstRidge) / layerCount)
      const outline = polyline([[-30, side + 40], ...ridge(noise, layer, base), [side + 40, side + 40]], true)
      return (
        element('path', {
          id: `h${layer}`,
          d: outline,
          fill: '#10142e',
          'fill-opacity': 0.13,
          transform: 'translate(0 -11)',
        }) + path(outline, { fill: colour(layer / (layerCount - 1)), 'stroke-linejoin': 'round' })
      )
    })
    const [x, y] = sun.at
    const halos = [2.6, 1.9, 1.4].map((part) =>
      circle([x, y], sun.radius * part, { fill: sun.colour, 'fill-opacity': 0.13 }),
    )
    return artwork(
      'url(#s)',
      definitions(verticalGradient('s', ...sky), glow('g', sun.colour, 0.55)),
      circle(sun.at, sun.radius * 5, { fill: 'url(#g)' }),
      ...halos,
      circle(sun.at, sun.radius, { fill: sun.colour }),
      ...sheets,
    )
  }
