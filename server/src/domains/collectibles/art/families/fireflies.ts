import { colourScale } from '../colour.ts'
import { artwork, circle, definitions, element, glow, path, range, segment, verticalGradient } from '../drawing.ts'
import type { Point } from '../drawing.ts'
import type { Random } from '../random.ts'

/** The branches of a tree by thickness: every branch forks into two shorter ones, each turned by a little chance. */
const branches = (random: Random, depth: number, height: number): readonly string[] => {
  const levels = range(depth).map(() => '')
  const grow = ([x, y]: Point, angle: number, { level, reach }: { level: number; reach: number }): void => {
    const end: Point = [x + Math.sin(angle) * reach, y - Math.cos(angle) * reach]
    levels[level] += segment([x, y], end)
    if (level + 1 >= depth) return
    for (const way of [-1, 1])
      grow(end, angle + way * random.between(0.18, 0.52), {
        level: level + 1,
        reach: reach * random.between(0.68, 0.84),
      })
  }
  grow([0, 0], random.between(-0.06, 0.06), { level: 0, reach: height })
  return levels
}

const tree = (random: Random, id: string): string =>
  element(
    'g',
    { id },
    ...branches(random, 7, 215).map((d, level) =>
      path(d, { 'stroke-width': Math.round(34 * 0.62 ** level * 10) / 10 + 0.8 }),
    ),
  )

/** A wood that sleeps: bare trees in layers of mist, each grown by one rule of forking, and fireflies that do not sleep. */
export const fireflies = (random: Random): string => {
  const bark = colourScale('#3f6f7c', '#1f4a5c', '#0c2638')
  const rows = range(3).map((row) => {
    const count = [7, 5, 3][row] ?? 3
    const trees = range(count).map((at) => {
      const x = ((at + 0.5) * 1000) / count + random.between(-60, 60)
      const size = 0.55 + row * 0.32 + random.between(-0.06, 0.06)
      const way = random.next() < 0.5 ? -size : size
      return element('use', {
        href: (at + row) % 2 ? '#a' : '#b',
        transform: `translate(${Math.round(x)} ${770 + row * 110})scale(${Math.round(way * 100) / 100} ${Math.round(size * 100) / 100})`,
      })
    })
    return (
      element('g', { stroke: bark(row / 2), 'stroke-linecap': 'round' }, ...trees) +
      element('rect', {
        y: 560 + row * 150,
        width: 1000,
        height: 440,
        fill: `url(#m)`,
        'fill-opacity': 0.75 - row * 0.2,
      })
    )
  })
  const lights = range(42).map(() => {
    const size = random.between(3, 8)
    const at: Point = [random.between(20, 980), random.between(330, 960)]
    return circle(at, size * 5.5, { fill: 'url(#g)' }) + circle(at, size * 0.7, { fill: '#fffbd6' })
  })
  return artwork(
    'url(#s)',
    definitions(
      verticalGradient('s', '#0d2440', '#1c4a5e', '#3c7c82', '#7fb3a2'),
      '<linearGradient id="m" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#7fb3a2" stop-opacity="0"/><stop offset="1" stop-color="#8fc0ac"/></linearGradient>',
      glow('g', '#f6f08a', 0.85),
      tree(random, 'a'),
      tree(random, 'b'),
    ),
    circle([500, 330], 120, { fill: '#e9f0d2', 'fill-opacity': 0.85 }),
    circle([500, 330], 190, { fill: '#e9f0d2', 'fill-opacity': 0.15 }),
    ...rows,
    ...lights,
  )
}
