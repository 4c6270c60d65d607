type Triple = readonly [number, number, number]

const toLinear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
const toSrgb = (channel: number) => (channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055)

const oklabOf = (hex: string): Triple => {
  const [r, g, b] = [1, 3, 5].map((at) =>
    toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  ) as unknown as Triple
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

const hexOf = ([lightness, a, b]: Triple): string => {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const digits = channels.map((channel) => Math.round(Math.min(1, Math.max(0, toSrgb(Math.max(0, channel)))) * 255))
  return `#${digits.map((digit) => digit.toString(16).padStart(2, '0')).join('')}`
}

/** The colour between two `#rrggbb`, `part` of [0, 1], mixed in OKLab so that the steps look even. */
export const mix = (from: string, to: string, part: number): string => {
  const [start, end] = [oklabOf(from), oklabOf(to)]
  return hexOf(start.map((value, at) => value + ((end[at] ?? value) - value) * part) as unknown as Triple)
}

/** A scale of colours over [0, 1] through `stops` at even distances. */
export const colourScale =
  (...stops: readonly [string, string, ...string[]]): ((part: number) => string) =>
  (part) => {
    const point = Math.min(1, Math.max(0, part)) * (stops.length - 1)
    const index = Math.min(stops.length - 2, Math.floor(point))
    return mix(stops[index] ?? stops[0], stops[index + 1] ?? stops[1], point - index)
  }
