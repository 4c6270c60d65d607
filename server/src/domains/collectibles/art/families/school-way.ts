import { colourScale } from '../colour.ts'
import { artwork, circle, path, range } from '../drawing.ts'

const order = 5
const cells = 2 ** order

/** The cell of a Hilbert curve at `distance`. */
const hilbertCell = (distance: number): readonly [number, number] => {
  let [x, y, rest] = [0, 0, distance]
  for (let size = 1; size < cells; size *= 2) {
    const right = 1 & (rest >> 1)
    const up = 1 & (rest ^ right)
    if (up === 0) {
      if (right === 1) [x, y] = [size - 1 - x, size - 1 - y]
      ;[x, y] = [y, x]
    }
    x += size * right
    y += size * up
    rest >>= 2
  }
  return [x, y]
}

const step = 27
const start = (1000 - step * (cells - 1)) / 2

/** The longest way to school: one line that visits every corner of the town and never crosses itself. */
export const schoolWay = (): string => {
  const colour = colourScale('#e4572e', '#f2a541', '#5aa469', '#2a7f9e', '#3d3b8e')
  const pieces = 48
  const length = (cells * cells) / pieces
  const ways = range(pieces).map((piece) => {
    const from = Math.round(piece * length)
    const to = Math.min(cells * cells - 1, Math.round((piece + 1) * length))
    const visited = range(to - from + 1).map((at) => hilbertCell(from + at))
    const [[x, y] = [0, 0]] = visited
    const moves = visited.slice(1).map(([nextX, nextY], at) => {
      const [lastX, lastY] = visited[at] ?? [0, 0]
      return nextX === lastX ? `v${nextY - lastY}` : `h${nextX - lastX}`
    })
    return path(`M${x} ${y}${moves.join('')}`, { stroke: colour(piece / (pieces - 1)) })
  })
  const lines = (width: number, extra: string) =>
    `<g fill="none" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" transform="translate(${start} ${start})scale(${step})"${extra}>`
  const end = start + step * (cells - 1)
  return artwork(
    '#f8f1e3',
    `${lines(0.54, '')}${ways.join('')}</g>`,
    circle([start, start], 27, { fill: '#e4572e' }),
    path(`M${start - 13} ${start + 2}l13-14 13 14v11h-26z`, { fill: '#fff7e8' }),
    circle([end, start], 27, { fill: '#3d3b8e' }),
    path(`M${end - 13} ${start + 12}v-15h9v-10h8v10h9v15z`, { fill: '#fff7e8' }),
  )
}
