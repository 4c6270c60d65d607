import { colourScale } from '../colour.ts'
import { artwork, element, path, range } from '../drawing.ts'

const threads = 50
const pitch = 1000 / threads

/** Where the weft lies above the warp: a lozenge with a cross, a twill around it. */
const isWeftAbove = (row: number, column: number): boolean => {
  const [x, y] = [Math.abs((column % 25) - 12), Math.abs((row % 25) - 12)]
  const distance = x + y
  if (distance <= 2 || (distance >= 7 && distance <= 9)) return true
  if (distance === 12 || distance === 15) return true
  if (distance < 7) return (x === 0 || y === 0) && distance > 3
  return (row + column) % 4 === 0
}

/** The floats of one row: runs of weft above the warp, in threads. */
const floats = (row: number): string => {
  let text = ''
  for (let column = 0; column < threads; column++) {
    if (!isWeftAbove(row, column)) continue
    const start = column
    while (column + 1 < threads && isWeftAbove(row, column + 1)) column++
    text += `M${start} ${row}h${column - start + 1}`
  }
  return text
}

/** A cloth as it comes from the loom: warp and weft in the colours of the evening, and the pattern where they cross. */
export const loom = (): string => {
  const warp = colourScale('#5b2a4e', '#8d3b5e', '#b5485d', '#8d3b5e', '#5b2a4e')
  const weft = colourScale('#f4c27a', '#f6e2b8', '#ec9a6d', '#f4c27a', '#f6e2b8', '#ec9a6d')
  const stripes = range(threads).map((at) =>
    path(`M${at} 0v${threads}`, { stroke: at % 6 < 1 ? '#2f6f78' : warp(((at * 2) % threads) / threads) }),
  )
  const shadows = path(range(threads).map(floats).join(''), {
    stroke: '#2a1230',
    'stroke-width': 1.02,
    'stroke-opacity': 0.4,
  })
  const bands = range(10).map((band) => {
    const rows = range(5).map((at) => floats(band * 5 + at))
    return path(rows.join(''), { stroke: weft(band / 9), 'stroke-width': 0.8 })
  })
  const cloth = element('g', { transform: `translate(0 ${pitch / 2})scale(${pitch})`, fill: 'none' }, shadows, ...bands)
  const ground = element(
    'g',
    { transform: `translate(${pitch / 2} 0)scale(${pitch})`, 'stroke-width': 0.86 },
    ...stripes,
  )
  return artwork('#2a1230', ground, cloth)
}
