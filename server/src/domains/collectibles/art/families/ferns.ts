import { colourScale } from '../colour.ts'
import { artwork, circle, definitions, element, path, placed, range, verticalGradient } from '../drawing.ts'
import type { Random } from '../random.ts'

const pinnaPairs = 26

/** One frond of height 100 that stands at the origin and bends to the right: leaflets become shorter to the tip. */
const frond = (): string => {
  const leaflets = range(pinnaPairs).flatMap((pair) => {
    const part = (pair + 2) / (pinnaPairs + 2)
    const [x, y] = [18 * part * part, -100 * part]
    const length = 34 * Math.sin(Math.PI * Math.min(1, (1 - part) * 0.66 + 0.02)) + 3
    const lean = 14 * part
    return [-1, 1].map((way) =>
      element('use', {
        href: '#p',
        transform: `translate(${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10})rotate(${Math.round(lean + way * (68 - 26 * part))})scale(.${Math.round(length * 2.1) + 10})`,
      }),
    )
  })
  const stem = path('M0 0Q1-50 18-100', { fill: 'none', stroke: 'currentColor', 'stroke-width': 1.1 })
  return element('g', { id: 'f' }, stem, ...leaflets)
}

/** Ferns of the early morning, one frond grown by a rule and bent into many, with drops of dew. */
export const ferns = (random: Random): string => {
  const colour = colourScale('#9cc7a8', '#4f9a7c', '#1f6b5c', '#0d4044')
  const leaf = path('M0 0C4-8 5-26 0-44C-5-26-4-8 0 0', { id: 'p', fill: 'currentColor' })
  const fronds = range(26).map((at) => {
    const depth = at / 25
    const x = (((at * 0.618034) % 1) * 1180 - 90) | 0
    const turn = (x - 500) / 16 + random.between(-9, 9)
    const way = random.next() < 0.5 ? -1 : 1
    const size = 7.4 - depth * 2.6 + random.between(-0.6, 0.6)
    return element('use', {
      href: '#f',
      color: colour(depth),
      transform: placed([x, 1030 + depth * 50], turn, [size * way, size]),
    })
  })
  const dew = range(40).map(() => {
    const at = [random.between(30, 970), random.between(280, 960)] as const
    return circle(at, random.between(3, 9), {
      fill: '#fdfdf2',
      'fill-opacity': Math.round(random.between(0.55, 0.95) * 100) / 100,
    })
  })
  return artwork(
    'url(#s)',
    definitions(verticalGradient('s', '#fbe6c8', '#f4ecd2', '#d3e6cf', '#a9d0bd'), leaf, frond()),
    circle([690, 250], 118, { fill: '#fff6dc' }),
    ...fronds.slice(0, 13),
    circle([500, 900], 520, { fill: '#eaf4e0', 'fill-opacity': 0.16 }),
    ...fronds.slice(13),
    ...dew,
  )
}
