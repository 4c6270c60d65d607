import { colourScale } from '../colour.ts'
import { artwork, circle, definitions, element, path, range, verticalGradient } from '../drawing.ts'

const width = 125
const rows = 21
const radii = [62.5, 50, 38, 26, 14]

/** The sea after school: rows of scales after the old pattern of waves, deeper in colour the nearer they come. */
export const waves = (): string => {
  const light = colourScale('#fdf0d8', '#d9efe6', '#b7e0dc', '#8ccdd0')
  const deep = colourScale('#f2b880', '#7fc3bf', '#2f8f9d', '#14608a', '#0f3f6e')
  const scale = element(
    'g',
    { id: 'w' },
    ...radii.map((r, at) => element('circle', { r, fill: at % 2 ? undefined : 'currentColor' })),
  )
  const row = element('g', { id: 'r' }, ...range(10).map((at) => element('use', { href: '#w', x: at * width })))
  const lines = range(rows).map((at) => {
    const part = at / (rows - 1)
    return element('use', {
      href: '#r',
      fill: light(part),
      color: deep(part),
      transform: `translate(${at % 2 ? -62 : 0} ${370 + Math.round(at * 33)})`,
    })
  })
  const boat = element(
    'g',
    { transform: 'translate(680 398)rotate(4)' },
    path('M-14-150L-14-10L-104-10z', { fill: '#fff8ea' }),
    path('M0-190L0-10L96-10z', { fill: '#e4572e' }),
    path('M-120 4L122 4L84 62L-84 62z', { fill: '#22395b' }),
  )
  return artwork(
    'url(#s)',
    definitions(verticalGradient('s', '#f7c59f', '#fbe3c0', '#fdf3df'), scale, row),
    circle([300, 250], 132, { fill: '#f2785c' }),
    ...lines.slice(0, 3),
    boat,
    ...lines.slice(3),
  )
}
