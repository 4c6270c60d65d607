import { artwork, circle, definitions, element, path, range } from '../drawing.ts'

const sectors = 8
type RingOptions = { readonly shape: string; readonly colours: readonly string[]; readonly offset?: number }

/** One ring of the rosette: `count` times a shape that points upwards, in its colours by turns, written as an eighth. */
const rosetteRing = (id: string, count: number, { shape, colours, offset = 0 }: RingOptions) => {
  const eighth = range(count / sectors).map((at) => {
    const degrees = Math.round(((at + offset) * 3600) / count) / 10
    return path(shape, {
      fill: colours[at % colours.length],
      transform: degrees === 0 ? undefined : `rotate(${degrees})`,
    })
  })
  const others = range(sectors).map((at) => element('use', { href: `#${id}`, transform: `rotate(${at * 45})` }))
  return definitions(element('g', { id }, ...eighth)) + element('g', { transform: 'translate(500 500)' }, ...others)
}

/** The sun at noon as a rosette: rings of rays and petals, each seen through the gaps of the one before. */
export const noonSun = (): string =>
  artwork(
    '#2a9db0',
    circle([500, 500], 640, { fill: '#54b8bd' }),
    circle([500, 500], 540, { fill: '#8fd0c6' }),
    rosetteRing('a', 32, { shape: 'M-46-290L0-620L46-290z', colours: ['#fff3d1', '#fbe0a2'] }),
    circle([500, 500], 428, { fill: '#f6a94a' }),
    rosetteRing('b', 32, {
      shape: 'M0-470C34-440 40-380 0-330C-40-380-34-440 0-470',
      colours: ['#e8703a', '#d9512c'],
      offset: 0.5,
    }),
    rosetteRing('c', 32, { shape: 'M0-452a9 9 0 1 0 .1 0', colours: ['#fff3d1'], offset: 0.5 }),
    circle([500, 500], 366, { fill: '#fde2a0' }),
    rosetteRing('d', 24, { shape: 'M0-372L30-300L0-200L-30-300z', colours: ['#f39a3d', '#ef7b3a'] }),
    rosetteRing('e', 24, { shape: 'M0-360a11 11 0 1 0 .1 0', colours: ['#2a9db0', '#c8452c'], offset: 0.5 }),
    rosetteRing('f', 24, {
      shape: 'M0-300C20-270 20-240 0-214C-20-240-20-270 0-300',
      colours: ['#2a9db0'],
      offset: 0.5,
    }),
    circle([500, 500], 226, { fill: '#c8452c' }),
    rosetteRing('g', 16, { shape: 'M0-222C46-180 44-110 0-70C-44-110-46-180 0-222', colours: ['#f6a94a', '#fbd27c'] }),
    rosetteRing('h', 16, { shape: 'M0-170C14-150 14-126 0-106C-14-126-14-150 0-170', colours: ['#c8452c', '#e8703a'] }),
    circle([500, 500], 96, { fill: '#fff3d1' }),
    rosetteRing('i', 12, { shape: 'M0-92L17-40L0 0L-17-40z', colours: ['#f39a3d', '#e8703a'] }),
    circle([500, 500], 34, { fill: '#fff3d1' }),
  )
