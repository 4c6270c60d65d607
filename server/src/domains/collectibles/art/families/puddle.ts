import { artwork, circle, definitions, element, path, range, ring, verticalGradient } from '../drawing.ts'
import type { Point } from '../drawing.ts'

const drops: readonly (readonly [Point, number])[] = [
  [[330, 380], 15],
  [[720, 300], 10],
  [[610, 690], 12],
  [[180, 800], 8],
  [[880, 820], 7],
]
const gap = 34

/** Rain on a puddle: rings spread from each drop, and where they cross, light and dark change over. */
export const puddle = (): string => {
  const rings = drops.flatMap(([centre, count]) => range(count).map((at) => ring(centre, gap * (at + 1) - 14))).join('')
  const boat = element(
    'g',
    { transform: 'translate(560 520)rotate(-7)' },
    path('M-150 26L150 26L96 92L-92 92z', { fill: '#f05d3c' }),
    path('M-150 26L0-104L62 26z', { fill: '#fff6e3' }),
    path('M0-104L62 26L150 26z', { fill: '#f7d9a8' }),
    path('M-92 92L96 92L0 62z', { fill: '#c9452a' }),
  )
  return artwork(
    'url(#s)',
    definitions(verticalGradient('s', '#d6e6e3', '#9cc4c6', '#5d9aa6')),
    path(rings, { fill: '#20596b', 'fill-opacity': 0.62, 'fill-rule': 'evenodd' }),
    path(rings, { fill: 'none', stroke: '#f4fbf8', 'stroke-width': 2, 'stroke-opacity': 0.7 }),
    ...drops.map(([centre]) => circle(centre, 9, { fill: '#fff6e3' })),
    element('ellipse', { cx: 566, cy: 622, rx: 170, ry: 26, fill: '#123c4a', 'fill-opacity': 0.45 }),
    boat,
  )
}
