import { artwork, circle, definitions, element, path, placed, range } from '../drawing.ts'
import type { Point } from '../drawing.ts'
import type { Random } from '../random.ts'

/** Circles that do not touch, the largest first. */
const pack = (random: Random, radii: readonly number[]): readonly (readonly [Point, number])[] => {
  const placedCircles: (readonly [Point, number])[] = []
  for (const radius of radii)
    for (let attempt = 0; attempt < 400; attempt++) {
      const point: Point = [random.between(-10, 1010), random.between(-10, 1010)]
      const isFree = placedCircles.every(
        ([[x, y], other]) => Math.hypot(x - point[0], y - point[1]) > radius + other - 4,
      )
      if (!isFree) continue
      placedCircles.push([point, radius])
      break
    }
  return placedCircles
}

/** A flower of radius 100 in the colour of its position, with a dark ring and a light heart. */
const flower = (id: string, petals: number, petal: string): string =>
  element(
    'g',
    { id },
    ...range(petals).map((at) => path(petal, { transform: `rotate(${Math.round((at * 360) / petals)})` })),
    circle([0, 0], 27, { fill: '#20403a' }),
    circle([0, 0], 20, { fill: '#f6c453' }),
    circle([0, 0], 9, { fill: '#b5532c' }),
  )

const flowers = [
  ['a', 8, 'M0 0C44-36 34-98 0-100C-34-98-44-36 0 0'],
  ['b', 13, 'M0 0C18-40 20-92 0-100C-20-92-18-40 0 0'],
  ['c', 5, 'M0 0C72-30 70-104 0-92C-70-104-72-30 0 0'],
  ['d', 18, 'M0 0L11-88L0-100L-11-88z'],
] as const
const colours = ['#e5533d', '#f08a4b', '#f7b267', '#f4d8cd', '#d94f70', '#8e6bbf', '#fdf1dc'] as const

/** A bed of flowers seen from above, packed as closely as they grow, over leaves. */
export const garden = (random: Random): string => {
  const leaf = path('M0 0C30-30 24-90 0-118C-24-90-30-30 0 0', { id: 'l' })
  const radii = [
    ...range(7).map(() => 112),
    ...range(12).map(() => 78),
    ...range(20).map(() => 52),
    ...range(28).map(() => 31),
  ]
  const packed = pack(random, radii)
  const leaves = range(48).map(() =>
    element('use', {
      href: '#l',
      fill: random.pick(['#2f6b52', '#3f8460', '#1f5147', '#5a9a68']),
      transform: placed(
        [random.between(0, 1000), random.between(0, 1000)],
        random.between(0, 360),
        random.between(0.8, 1.5),
      ),
    }),
  )
  const blossoms = packed.map(([point, radius], at) =>
    element('use', {
      href: `#${flowers[at % flowers.length]?.[0]}`,
      fill: colours[(at * 3 + random.whole(0, 1)) % colours.length],
      transform: placed(point, random.between(0, 70), radius / 104),
    }),
  )
  return artwork(
    '#173e38',
    definitions(leaf, ...flowers.map(([id, petals, petal]) => flower(id, petals, petal))),
    ...leaves,
    ...blossoms,
  )
}
