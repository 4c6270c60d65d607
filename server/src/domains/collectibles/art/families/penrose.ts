import { artwork, path, polar } from '../drawing.ts'
import type { Point } from '../drawing.ts'

type Half = { readonly isThin: boolean; readonly a: Point; readonly b: Point; readonly c: Point }

const golden = (1 + Math.sqrt(5)) / 2
const between = ([ax, ay]: Point, [bx, by]: Point, part: number): Point => [
  ax + (bx - ax) * part,
  ay + (by - ay) * part,
]

/** The halves that a half rhomb is divided into: Penrose's rule. */
const divide = ({ isThin, a, b, c }: Half): readonly Half[] => {
  if (isThin) {
    const p = between(a, b, 1 / golden)
    return [
      { isThin: true, a: c, b: p, c: b },
      { isThin: false, a: p, b: c, c: a },
    ]
  }
  const q = between(b, a, 1 / golden)
  const r = between(b, c, 1 / golden)
  return [
    { isThin: false, a: r, b: c, c: a },
    { isThin: false, a: q, b: r, c: b },
    { isThin: true, a: r, b: q, c: a },
  ]
}

const centre: Point = [500, 500]
const wheel = (): readonly Half[] =>
  Array.from({ length: 10 }, (_, at) => {
    const [one, other] = [
      polar(centre, ((2 * at - 1) * Math.PI) / 10, 830),
      polar(centre, ((2 * at + 1) * Math.PI) / 10, 830),
    ]
    return { isThin: true, a: centre, b: at % 2 ? one : other, c: at % 2 ? other : one }
  })

const palette = ['#e76f51', '#f4a261', '#e9c46a', '#2a9d8f', '#6cbfae', '#f1dfc0', '#264653'] as const

/** A rhomb of its two halves: they meet along b–c. */
const rhomb = ({ a, b, c }: Half): string => {
  const far: Point = [b[0] + c[0] - a[0], b[1] + c[1] - a[1]]
  const text = (corner: Point) => `${Math.round(corner[0])} ${Math.round(corner[1])}`
  return `M${text(b)}L${text(a)} ${text(c)} ${text(far)}z`
}

/** A playground paved by Penrose's two rhombs: five-fold, never repeating, coloured by distance and way. */
export const penrose = (): string => {
  let halves = wheel()
  for (let round = 0; round < 5; round++) halves = halves.flatMap(divide)
  const seen = new Set<string>()
  const groups = palette.map((): string[] => [])
  for (const half of halves) {
    const [x, y] = between(half.b, half.c, 0.5)
    const key = `${Math.round(x)} ${Math.round(y)}`
    if (seen.has(key) || x < -40 || x > 1040 || y < -40 || y > 1040) continue
    seen.add(key)
    const ring = Math.floor(Math.hypot(x - 500, y - 500) / 97)
    const index = half.isThin ? (ring % 2 ? 6 : 5) : ring % 5
    groups[index]?.push(rhomb(half))
  }
  const tiles = palette.map((fill, at) => path((groups[at] ?? []).join(''), { fill }))
  return artwork('#264653', `<g stroke="#fff8ea" stroke-width="4" stroke-linejoin="round">${tiles.join('')}</g>`)
}
