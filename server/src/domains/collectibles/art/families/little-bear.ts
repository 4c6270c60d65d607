import { colourScale } from '../colour.ts'
import { artwork, circle, definitions, dot, glow, path, polar, polyline, range } from '../drawing.ts'
import type { Point } from '../drawing.ts'
import type { Random } from '../random.ts'

const pole: Point = [590, 330]
/** The seven stars of the Little Bear from the pole on, with the size each is drawn in. */
const bear: readonly (readonly [Point, number])[] = [
  [pole, 13],
  [[500, 392], 7],
  [[420, 478], 7],
  [[352, 560], 8],
  [[248, 548], 7],
  [[206, 656], 10],
  [[318, 676], 11],
]

const trail = (random: Random, radius: number): string => {
  const start = random.between(0, 6.28)
  const [from, to] = [polar(pole, start, radius), polar(pole, start + random.between(0.25, 0.9), radius)]
  const [x, y, endX, endY] = [...from, ...to].map(Math.round)
  return `M${x} ${y}A${Math.round(radius)} ${Math.round(radius)} 0 0 1 ${endX} ${endY}`
}

/** Midnight: the sky turns around the pole star, and the Little Bear hangs from it by its tail. */
export const littleBear = (random: Random): string => {
  const colour = colourScale('#fff0c9', '#a9c4ff', '#6f8fe0', '#a08be0')
  const bands = range(9).map((band) => {
    const trails = range(15).map((at) => trail(random, 60 + band * 88 + at * 5.8))
    return path(trails.join(''), {
      stroke: colour(random.next()),
      'stroke-opacity': 0.26 + (band % 3) * 0.1,
      'stroke-width': 1 + (band % 2),
    })
  })
  const dust = range(4).map((size) => {
    const dots = range(70 - size * 16).map(() => dot([random.between(0, 1000), random.between(0, 860)]))
    return path(dots.join(''), {
      stroke: '#eef2ff',
      'stroke-opacity': 0.5 + size * 0.1,
      'stroke-width': 2 + size * 1.2,
    })
  })
  const points = bear.map(([point]) => point)
  const figure = polyline([...points, points[3] ?? pole])
  const stars = bear.map(
    ([point, size]) => circle(point, size * 4, { fill: 'url(#g)' }) + circle(point, size, { fill: '#fff6dc' }),
  )
  const wood = range(34).map((at) => {
    const [x, height] = [at * 31 - 10, Math.round(random.between(60, 150))]
    return `M${x - 26} 1000L${x} ${930 - height}L${x + 26} 1000z`
  })
  return artwork(
    '#0b1030',
    definitions(glow('g', '#ffe9b0', 0.7)),
    circle(pole, 620, { fill: '#121a4a' }),
    circle(pole, 420, { fill: '#18225c' }),
    circle(pole, 230, { fill: '#1f2b6e' }),
    `<g fill="none" stroke-linecap="round">${bands.join('')}${dust.join('')}</g>`,
    path(figure, {
      fill: '#ffe9b0',
      'fill-opacity': 0.07,
      stroke: '#ffe9b0',
      'stroke-width': 2.5,
      'stroke-dasharray': '2 9',
      'stroke-linecap': 'round',
    }),
    ...stars,
    path(`M0 940h1000v60h-1000z${wood.join('')}`, { fill: '#070a20' }),
  )
}
