import { artwork, definitions, element, glow, path, placed, range, verticalGradient } from '../drawing.ts'
import type { Point } from '../drawing.ts'
import type { Random } from '../random.ts'

const lantern = (): string =>
  element(
    'g',
    { id: 'l' },
    element('circle', { r: 120, fill: 'url(#g)' }),
    path('M-34-52Q0-64 34-52Q48 0 30 50Q0 58-30 50Q-48 0-34-52', { fill: 'url(#p)' }),
    path('M-12-58Q-20 0-10 54M12-58Q20 0 10 54M-41-18Q0-12 41-18M-40 18Q0 26 40 18', {
      fill: 'none',
      stroke: '#b5431f',
      'stroke-opacity': 0.45,
      'stroke-width': 2,
    }),
    path('M-30 50Q0 58 30 50L26 57Q0 64-26 57z', { fill: '#8f2f1b' }),
  )

const waterline = 770

/** Lanterns let go over a lake, one wish each; the small ones are far away, and the water keeps their light. */
export const lanterns = (random: Random): string => {
  const points: (readonly [Point, number])[] = []
  for (let attempt = 0; attempt < 1500 && points.length < 54; attempt++) {
    const size = 0.16 + random.next() ** 2.4 * 1.15
    const drift = random.between(40, 700)
    const point: Point = [random.between(20, 980) + (700 - drift) * 0.06, drift]
    const isFree = points.every(
      ([[x, y], other]) => Math.hypot(x - point[0], (y - point[1]) * 0.8) > 62 * (size + other),
    )
    if (isFree && point[1] + size * 70 < waterline - 20) points.push([point, size])
  }
  points.sort(([, one], [, other]) => one - other)
  const risen = points.map(([point, size]) =>
    element('use', { href: '#l', transform: placed(point, random.between(-8, 8), size) }),
  )
  const reflections = points.map(([[x, y], size]) =>
    element('ellipse', {
      cx: Math.round(x),
      cy: Math.round(waterline + 16 + (waterline - y) * 0.3),
      rx: Math.round(34 * size + 4),
      ry: Math.round(5 * size + 1),
    }),
  )
  return artwork(
    'url(#s)',
    definitions(
      verticalGradient('s', '#0c1136', '#1e1f5a', '#4a2f74', '#8a4b7c'),
      verticalGradient('p', '#ffb14e', '#ffd98a', '#ff8b3d'),
      verticalGradient('w', '#5b356f', '#221b50', '#0b0d2e'),
      glow('g', '#ff9d4d', 0.55),
      lantern(),
    ),
    path(
      `M0 ${waterline}L0 ${waterline - 60}L150 ${waterline - 130}L270 ${waterline - 70}L430 ${waterline - 150}L610 ${waterline - 60}L760 ${waterline - 120}L1000 ${waterline - 40}V${waterline}z`,
      { fill: '#241a4f' },
    ),
    ...risen,
    path(`M0 ${waterline}h1000v240h-1000z`, { fill: 'url(#w)' }),
    element('g', { fill: '#ffb765', 'fill-opacity': 0.6 }, ...reflections),
    path(
      range(26)
        .map(
          (at) =>
            `M${Math.round(random.between(0, 900))} ${waterline + 8 + at * 9}h${Math.round(random.between(40, 190))}`,
        )
        .join(''),
      {
        stroke: '#fff',
        'stroke-opacity': 0.08,
        'stroke-width': 3,
      },
    ),
  )
}
