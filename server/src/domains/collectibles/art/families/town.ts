import { colourScale } from '../colour.ts'
import { artwork, circle, definitions, path, range, verticalGradient } from '../drawing.ts'
import type { Random } from '../random.ts'

type House = { readonly outline: string; readonly lit: string; readonly dark: string }

/** A house of paper: its outline with a roof of one of three kinds, and its windows, lit and dark. */
const house = (
  random: Random,
  { x, width, top, scale }: { x: number; width: number; top: number; scale: number },
): House => {
  const kind = random.whole(0, 2)
  const roof = Math.round(width * (kind === 0 ? 0.62 : 0.34))
  const half = Math.round(width / 2)
  const chimney =
    kind === 1 ? `M${x + Math.round(width * 0.68)} ${top}v${-roof - 6}h${Math.round(18 * scale)}v${roof}z` : ''
  const steps = Math.round(width / 6)
  const stair = range(3)
    .map(() => `v${-Math.round(roof / 3)}h${steps}`)
    .join('')
  const down = range(3)
    .map(() => `v${Math.round(roof / 3)}h${steps}`)
    .join('')
  const gable = kind === 2 ? `${stair}${down}` : `l${half} ${-roof}l${half} ${roof}`
  const outline = `${chimney}M${x} 1010V${top}${gable}V1010z`
  const [pitchX, pitchY] = [Math.round(40 * scale), Math.round(56 * scale)]
  const columns = Math.floor((width - 20 * scale) / pitchX)
  const margin = Math.round((width - (columns - 1) * pitchX) / 2)
  let [lit, dark] = ['', '']
  for (let row = 0; row < 9; row++)
    for (let column = 0; column < columns; column++) {
      const window = `M${x + margin + column * pitchX} ${top + Math.round(24 * scale) + row * pitchY}v${Math.round(20 * scale)}`
      if (top + row * pitchY > 990) continue
      if (random.next() < 0.42) lit += window
      else dark += window
    }
  return { outline, lit, dark }
}

/** A town at supper time: three rows of gabled houses, and behind each lit window a resident who is home. */
export const town = (random: Random): string => {
  const wall = colourScale('#5a5f9a', '#3a3f7a', '#1d2152')
  const rows = range(3).map((row) => {
    const scale = 0.72 + row * 0.24
    const houses: House[] = []
    for (let x = -40 - row * 30; x < 1000;) {
      const width = Math.round(random.between(110, 190) * scale)
      houses.push(house(random, { x, width, top: Math.round(470 + row * 150 + random.between(-70, 70)), scale }))
      x += width - 2
    }
    const all = (part: keyof House) => houses.map((one) => one[part]).join('')
    const windows = { 'stroke-width': Math.round(17 * scale) }
    return (
      path(all('outline'), { fill: '#0b0e2c', 'fill-opacity': 0.28, transform: 'translate(7 -7)' }) +
      path(all('outline'), { fill: wall(row / 2) }) +
      path(all('dark'), { stroke: '#0f1236', 'stroke-opacity': 0.45, ...windows }) +
      path(all('lit'), { stroke: row === 1 ? '#ffc56b' : '#ffdf9e', ...windows })
    )
  })
  const stars = range(46)
    .map(() => circle([random.between(0, 1000), random.between(0, 420)], random.between(1, 3), {}))
    .join('')
  return artwork(
    'url(#s)',
    definitions(verticalGradient('s', '#20245c', '#4b3f86', '#8f5c97', '#e08f8a')),
    `<g fill="#fff3d9" fill-opacity=".8">${stars}</g>`,
    circle([770, 190], 150, { fill: '#fff3d9', 'fill-opacity': 0.08 }),
    circle([770, 190], 104, { fill: '#fff3d9', 'fill-opacity': 0.1 }),
    circle([770, 190], 66, { fill: '#fff3d9' }),
    circle([744, 176], 58, { fill: '#54468b' }),
    ...rows,
  )
}
