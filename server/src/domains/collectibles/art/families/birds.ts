import { colourScale } from '../colour.ts'
import { artwork, circle, definitions, element, path, placed, range, verticalGradient } from '../drawing.ts'
import type { Random } from '../random.ts'

/** A folded bird in three tones of its colour: far wing, body, near wing. */
const bird = (id: string, lift: number): string =>
  element(
    'g',
    { id },
    path(`M-6 2L14 ${-40 - lift}L22 0z`, { 'fill-opacity': 0.62 }),
    path('M-46 10L-6 2L22 0L48-10L38 2L12 16z', {}),
    path(`M-14 4L-30 ${-34 - lift}L16 4z`, { 'fill-opacity': 0.86 }),
    path('M-46 10L-70 0L-34 6z', { 'fill-opacity': 0.75 }),
  )

/** A flock of folded paper birds that wheels upwards around the sun. */
export const birds = (random: Random): string => {
  const colour = colourScale('#23395d', '#3f6c8f', '#d9694f', '#f2a65a', '#fff4df')
  const count = 120
  const flock = range(count).map((at) => {
    const part = at / (count - 1)
    const angle = 2.2 + part * 9.4
    const radius = 610 - part * 470 + random.between(-46, 46)
    const point = [540 + Math.cos(angle) * radius, 470 + Math.sin(angle) * radius * 0.82] as const
    const heading = ((angle * 180) / Math.PI + 90 + random.between(-12, 12)) % 360
    const size = 1.5 - part * 1.16 + random.between(-0.1, 0.1)
    const isLeft = heading > 90 && heading < 270
    return element('use', {
      href: at % 2 ? '#a' : '#b',
      fill: colour(part * 0.9 + random.between(0, 0.1)),
      transform: placed(point, isLeft ? heading - 180 : heading, isLeft ? [-size, size] : size),
    })
  })
  return artwork(
    'url(#s)',
    definitions(verticalGradient('s', '#8fc1d4', '#cfe3df', '#f9ead0', '#f6c9a0'), bird('a', 8), bird('b', -22)),
    circle([540, 470], 330, { fill: '#fff3d9', 'fill-opacity': 0.35 }),
    circle([540, 470], 220, { fill: '#fff3d9', 'fill-opacity': 0.45 }),
    circle([540, 470], 112, { fill: '#fff8e9' }),
    ...flock,
  )
}
