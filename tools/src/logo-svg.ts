/** What a picture here may consist of: shapes, gradients, masks and clips, drawn from themselves alone. */
const elements = new Set(
  'svg g path circle ellipse rect line polygon polyline defs clipPath mask linearGradient radialGradient stop text use'.split(
    ' ',
  ),
)

/** Larger pictures would cost a customer more than the letters they replace. */
export const largestLogo = 12_000

/**
 * Why a picture may not be served, or undefined when it may. A picture is an image and nothing else: no script, no style
 * sheet, no handler, nothing fetched from elsewhere, not even as data.
 */
export function faultOf(svg: string): string | undefined {
  if (svg.length > largestLogo) return `it has ${svg.length} bytes`
  if (!/^<svg [^>]*viewBox="0 0 \d+ \d+"/.test(svg)) return 'it has no view box'
  if (/<[!?]/.test(svg)) return 'it has a declaration or a comment'
  const strange = [...svg.matchAll(/<([A-Za-z][\w:-]*)/g)]
    .map(([, name = '']) => name)
    .find((name) => !elements.has(name))
  if (strange !== undefined) return `it has <${strange}>`
  const attribute = [...svg.matchAll(/\s([\w:-]+)="([^"]*)"/g)].find(
    ([, name = '', value = '']) =>
      /^on/i.test(name) ||
      name === 'style' ||
      (/(?:^|:)href$/.test(name) && !/^#[\w-]+$/.test(value)) ||
      (/url\(/i.test(value) && !/^url\(#[\w-]+\)$/.test(value)) ||
      (name !== 'xmlns' && /(?:https?|data|javascript):/i.test(value)),
  )
  return attribute === undefined ? undefined : `it has ${attribute[0].trim().slice(0, 60)}`
}

/** What stands inside a round flag, without the circle it is cut by. */
export function flagInside(svg: string): string {
  const inside = /<g mask="url\(#a\)">([\s\S]*)<\/g><\/svg>/.exec(svg)?.[1]
  if (inside === undefined) throw new Error('A flag is not built as expected: a mask "a" around one group')
  return inside
}

/** Two round pictures of 512 × 512, the first behind at the upper left, with a gap where they meet. */
export const pairOf = (first: string, second: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><clipPath id="c"><circle cx="256" cy="256" r="256"/></clipPath>` +
  `<mask id="m"><path fill="#fff" d="M0 0h512v512H0z"/><circle cx="342" cy="342" r="190"/></mask>` +
  `<g mask="url(#m)"><g clip-path="url(#c)" transform="scale(.664)">${first}</g></g>` +
  `<g clip-path="url(#c)" transform="translate(172 172) scale(.664)">${second}</g></svg>`

/** A disc of metal with its chemical symbol, on 512 × 512. */
export const discOf = ({ symbol, light, dark, ink }: MetalDisc): string =>
  `<circle cx="256" cy="256" r="256" fill="${dark}"/><circle cx="256" cy="256" r="216" fill="${light}"/>` +
  `<text x="256" y="262" fill="${ink}" font-family="Georgia,serif" font-size="230" font-weight="700" text-anchor="middle" dominant-baseline="central">${symbol}</text>`
export type MetalDisc = { symbol: string; light: string; dark: string; ink: string }

export const wholeOf = (inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${inside}</svg>`
