import { artwork, definitions, dot, element, path, range } from '../drawing.ts'
import { createNoise } from '../random.ts'
import type { Random } from '../random.ts'

const curtains = [
  { base: 560, colour: 'a', seed: 3, height: 380 },
  { base: 480, colour: 'b', seed: 11, height: 330 },
  { base: 660, colour: 'c', seed: 23, height: 300 },
] as const

const fade = (id: string, low: string, high: string): string =>
  element(
    'linearGradient',
    { id, x1: 0, y1: 1, x2: 0, y2: 0 },
    element('stop', { 'stop-color': low, 'stop-opacity': 0 }),
    element('stop', { offset: 0.12, 'stop-color': low, 'stop-opacity': 0.95 }),
    element('stop', { offset: 0.55, 'stop-color': high, 'stop-opacity': 0.45 }),
    element('stop', { offset: 1, 'stop-color': high, 'stop-opacity': 0 }),
  )

/** Northern lights: curtains of upright rays along a fold that a slow noise bends, over a snowy ridge. */
export const aurora = (random: Random): string => {
  const noise = createNoise(random)
  const folds = curtains.map(({ base, colour, seed, height }) => {
    const rays = range(56).map((at) => {
      const part = at / 55
      const x = Math.round(part * 1060 - 40 + Math.sin(part * 9 + seed) * 46)
      const y = Math.round(base + (noise(part * 3.2, seed) - 0.5) * 420)
      const tall = Math.round(height * (0.45 + noise(part * 14, seed + 5) * 0.9))
      return `<rect x="${x}" y="${y - tall}" width="${19 + (at % 3) * 5}" height="${tall}"/>`
    })
    return element('g', { fill: `url(#${colour})` }, ...rays)
  })
  const stars = range(130).map(() => dot([random.between(0, 1000), random.between(0, 760)]))
  const ridge = (level: number, height: number, seed: number) =>
    `M-10 1010${range(27)
      .map((at) => `L${at * 40 - 10} ${Math.round(level - noise(at / 3.4, seed) * height)}`)
      .join('')}L1030 1010z`
  return artwork(
    '#0a1233',
    element('rect', { y: 420, width: 1000, height: 580, fill: '#10204c', 'fill-opacity': 0.7 }),
    definitions(fade('a', '#5ef2b0', '#3fb6c9'), fade('b', '#8a7bf0', '#d66bc0'), fade('c', '#b6f58a', '#39c2a0')),
    path(stars.join(''), { stroke: '#eaf2ff', 'stroke-width': 3, 'stroke-linecap': 'round', 'stroke-opacity': 0.75 }),
    ...folds,
    path(ridge(880, 170, 41), { fill: '#2a4a7a' }),
    path(ridge(930, 130, 47), { fill: '#d5e6f2' }),
    path(ridge(985, 90, 53), { fill: '#8fb3d0' }),
    path('M470 905l44-40 44 40v42h-88z', { fill: '#18264f' }),
    path('M464 907l50-45 50 45', { fill: 'none', stroke: '#f3f8fb', 'stroke-width': 9 }),
    path('M502 908h22v20h-22z', { fill: '#ffd27a' }),
  )
}
