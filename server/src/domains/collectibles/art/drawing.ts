export type Point = readonly [x: number, y: number]

/** The width and height of every work in its own units; coordinates are whole numbers of them. */
export const side = 1000

const whole = (value: number) => `${Math.round(value)}`
/** Numbers of a path with no more separators than they need. */
const numbers = (...values: readonly number[]) =>
  values
    .map(whole)
    .reduce((text, value) => (text === '' || value.startsWith('-') ? text + value : `${text} ${value}`), '')

/** The attributes of an element. */
type Attributes = Readonly<Partial<Record<string, string | number>>>

/** One element; numbers are rounded to two decimals. */
export const element = (name: string, attributes: Attributes, ...children: readonly string[]): string => {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? Math.round(value * 100) / 100 : value}"`)
    .join('')
  return children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join('')}</${name}>`
}

/** A whole work: the definitions, a background and what lies on it. */
export const artwork = (background: string, ...parts: readonly string[]): string =>
  element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${side} ${side}`, width: side, height: side },
    element('rect', { width: side, height: side, fill: background }),
    ...parts,
  )

/** A gradient from top to bottom, to be used as `url(#id)`. */
export const verticalGradient = (id: string, ...colours: readonly string[]): string =>
  element(
    'linearGradient',
    { id, x1: 0, y1: 0, x2: 0, y2: 1 },
    ...colours.map((colour, at) => element('stop', { offset: at / (colours.length - 1), 'stop-color': colour })),
  )

/** A glow that fades from `colour` to nothing, to be used as `url(#id)`. */
export const glow = (id: string, colour: string, strength = 1): string =>
  element(
    'radialGradient',
    { id },
    element('stop', { offset: 0, 'stop-color': colour, 'stop-opacity': strength }),
    element('stop', { offset: 1, 'stop-color': colour, 'stop-opacity': 0 }),
  )

/** Straight lines through `points`. */
export const polyline = (points: readonly Point[], isClosed = false): string => {
  let [lastX, lastY] = [0, 0]
  const parts = points.map(([x, y], at) => {
    const [roundX, roundY] = [Math.round(x), Math.round(y)]
    const text = at === 0 ? `M${numbers(roundX, roundY)}` : `l${numbers(roundX - lastX, roundY - lastY)}`
    ;[lastX, lastY] = [roundX, roundY]
    return text
  })
  return parts.join('') + (isClosed ? 'z' : '')
}

/** A smooth curve along `points`: a quadratic through the middle of each two. */
export const curve = (points: readonly Point[]): string => {
  const [first, ...rest] = points
  const last = rest.at(-1)
  if (!first || !last) return ''
  let text = `M${numbers(...first)}`
  for (const [at, [x, y]] of rest.slice(0, -1).entries()) {
    const [nextX, nextY] = rest[at + 1] ?? last
    text += `Q${numbers(x, y, (x + nextX) / 2, (y + nextY) / 2)}`
  }
  return `${text}L${numbers(...last)}`
}

/** A segment from one point to another. */
export const segment = (from: Point, to: Point): string => `M${numbers(...from)}L${numbers(...to)}`

/** A dot, for a path with a round line cap. */
export const dot = ([x, y]: Point): string => `M${numbers(x, y)}h0`

/** A circle as a part of a path. */
export const ring = ([x, y]: Point, radius: number): string => {
  const r = Math.round(radius)
  return `M${numbers(x - r, y)}a${numbers(r, r)} 0 1 0 ${numbers(2 * r, 0)}a${numbers(r, r)} 0 1 0 ${numbers(-2 * r, 0)}z`
}

/** The point at `angle` (radians) and `radius` from a centre. */
export const polar = ([x, y]: Point, angle: number, radius: number): Point => [
  x + Math.cos(angle) * radius,
  y + Math.sin(angle) * radius,
]

/** A placing for `use`: where, turned by how many degrees, how large. */
export const placed = ([x, y]: Point, degrees = 0, scale: number | readonly [number, number] = 1): string => {
  const size =
    typeof scale === 'number'
      ? `${Math.round(scale * 100) / 100}`
      : scale.map((part) => Math.round(part * 100) / 100).join(' ')
  return `translate(${Math.round(x)} ${Math.round(y)})${degrees === 0 ? '' : `rotate(${Math.round(degrees)})`}${size === '1' ? '' : `scale(${size})`}`
}

export const definitions = (...parts: readonly string[]): string => element('defs', {}, ...parts)
export const path = (d: string, attributes: Attributes): string => element('path', { d, ...attributes })
export const circle = ([cx, cy]: Point, r: number, attributes: Attributes): string =>
  element('circle', { cx: Math.round(cx), cy: Math.round(cy), r: Math.round(r), ...attributes })
/** Numbers 0 … count - 1. */
export const range = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at)
