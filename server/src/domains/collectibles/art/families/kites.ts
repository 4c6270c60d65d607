import { artwork, circle, curve, definitions, element, path, placed, range, verticalGradient } from '../drawing.ts'
import type { Point } from '../drawing.ts'
import { createNoise } from '../random.ts'
import type { Random } from '../random.ts'

type Kite = { readonly at: Point; readonly turn: number; readonly size: number; readonly colours: readonly string[] }

const kites: readonly Kite[] = [
  { at: [640, 300], turn: 18, size: 1.55, colours: ['#e63946', '#f7b267', '#fff1d6', '#b3243a'] },
  { at: [250, 240], turn: -14, size: 1.05, colours: ['#2a6f97', '#61a5c2', '#fff1d6', '#013a63'] },
  { at: [350, 560], turn: 10, size: 0.85, colours: ['#f4a261', '#e9c46a', '#fff8e7', '#d1703c'] },
  { at: [860, 600], turn: 26, size: 0.7, colours: ['#6a4c93', '#b08bc9', '#fff1d6', '#4a3070'] },
  { at: [880, 130], turn: -8, size: 0.5, colours: ['#2a9d8f', '#8fd0c0', '#fff1d6', '#1b6f66'] },
]

/** A kite of four panes with a line to the hand that holds it and a tail of bows. */
const kite = ({ at, turn, size, colours }: Kite): string => {
  const [left, right, inner, dark] = colours
  const tail = range(6).map((bow) => {
    const [x, y] = [Math.round(Math.sin(bow * 1.1) * 26), 176 + bow * 40]
    return path('M0 0L-17-10L-17 10zL17-10L17 10z', {
      fill: bow % 2 ? left : right,
      transform: placed([x, y], bow * 24),
    })
  })
  const wave = curve(range(9).map((step): Point => [Math.sin(step * 0.82) * 26, 140 + step * 30]))
  return element(
    'g',
    { transform: placed(at, turn, size) },
    path(wave, { fill: 'none', stroke: dark, 'stroke-width': 3 }),
    ...tail,
    path('M0-140L-98-30L0 150z', { fill: left }),
    path('M0-140L98-30L0 150z', { fill: right }),
    path('M0-140L-98-30L0-30z', { fill: inner }),
    path('M0-30L98-30L0 150z', { fill: dark, 'fill-opacity': 0.85 }),
    circle([0, -30], 17, { fill: colours[2] }),
  )
}

/** An afternoon of kites over clouds that a wind combs into bands. */
export const kitesInWind = (random: Random): string => {
  const noise = createNoise(random)
  const clouds = range(9).map((band) => {
    const points = range(22).map((step): Point => {
      const x = step * 52 - 40
      return [x, 150 + band * 108 + (noise(x / 190, band * 5.7) - 0.5) * 190]
    })
    return path(`${curve(points)}V1040H-40z`, { fill: '#fff', 'fill-opacity': 0.09 + (band % 3) * 0.035 })
  })
  const lines = kites.map(({ at: [x, y] }) =>
    path(`M${x} ${y}Q${Math.round((x + 500) / 2) - 60} ${y + 330} 500 1010`, {}),
  )
  return artwork(
    'url(#s)',
    definitions(verticalGradient('s', '#3f9fc4', '#7cc3d4', '#bfe0d8', '#f6e7c5')),
    ...clouds,
    element('g', { fill: 'none', stroke: '#fdf6e6', 'stroke-width': 2, 'stroke-opacity': 0.85 }, ...lines),
    ...kites.map(kite),
  )
}
