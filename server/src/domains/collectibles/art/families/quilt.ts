import { artwork, element, path, range } from '../drawing.ts'
import type { Random } from '../random.ts'

const blocks = 5
const cells = 6
const size = 1000 / (blocks * cells)

const palettes = [
  ['#f3e4c6', '#c8553d', '#2d3a6e', '#f0a868'],
  ['#e9d8b4', '#2f6f78', '#7c3f58', '#f3c677'],
  ['#f3e4c6', '#7c3f58', '#38618c', '#e58f65'],
] as const

/** A half-square triangle: the corner of the cell (of 0…3) that its colour fills. */
const triangle = (x: number, y: number, corner: number): string => {
  const moves = [`M${x} ${y}h1l-1 1z`, `M${x} ${y}h1v1z`, `M${x + 1} ${y}v1h-1z`, `M${x} ${y}v1h1z`]
  return moves[corner] ?? ''
}

/** The mirror images of a corner, for a block that is the same in its four quarters. */
const mirrored = (corner: number, isRight: boolean, isBelow: boolean): number => {
  const across = isRight ? [1, 0, 3, 2][corner] : corner
  return (isBelow ? [3, 2, 1, 0][across ?? 0] : across) ?? corner
}

/** One block of patchwork: a quarter drawn by chance, mirrored twice. */
const block = (random: Random, column: number, row: number): string => {
  const palette = palettes[(column + row * 2) % palettes.length] ?? palettes[0]
  const half = cells / 2
  const quarter = range(half * half).map(() => ({
    corner: random.whole(0, 3),
    colour: random.whole(1, 3),
    isWhole: random.next() < 0.16,
  }))
  const texts = ['', '', '', '']
  for (const at of range(cells * cells)) {
    const [x, y] = [at % cells, Math.floor(at / cells)]
    const [isRight, isBelow] = [x >= half, y >= half]
    const patch = quarter[(isRight ? cells - 1 - x : x) + (isBelow ? cells - 1 - y : y) * half]
    if (!patch) continue
    texts[patch.colour] += patch.isWhole
      ? `M${x} ${y}h1v1h-1z`
      : triangle(x, y, mirrored(patch.corner, isRight, isBelow))
  }
  return element(
    'g',
    { transform: `translate(${column * cells} ${row * cells})` },
    path(`M0 0h${cells}v${cells}h-${cells}z`, { fill: palette[0] }),
    ...[1, 2, 3].map((colour) => path(texts[colour] ?? '', { fill: palette[colour] })),
  )
}

/** A quilt for the bed: twenty-five blocks, every one sewn of triangles and each different, with its stitches. */
export const quilt = (random: Random): string => {
  const sewn = range(blocks * blocks).map((at) => block(random, at % blocks, Math.floor(at / blocks)))
  const seams = range(blocks + 1).map((at) => `M${at * cells} 0v30M0 ${at * cells}h30`)
  return artwork(
    '#f3e4c6',
    element(
      'g',
      { transform: `scale(${Math.round(size * 1000) / 1000})` },
      ...sewn,
      path(seams.join(''), { stroke: '#fff7e6', 'stroke-width': 0.36 }),
      path(seams.join(''), { stroke: '#2d3a6e', 'stroke-width': 0.07, 'stroke-dasharray': '.25 .2' }),
    ),
  )
}
