/**
 * Takes the pictures of the catalogue out of unpacked packages with open licences:
 *   node tools/src/catalogue-logos.ts WEB3ICONS CIRCLE_FLAGS SVGO
 * Coins come from @web3icons/core (MIT), currency pairs are composed of circle-flags (MIT), metals are drawn here. Shares,
 * futures and funds get none: their logos are trademarks. Pictures are kept in web/public/logos, and the catalogue's
 * logos.json lists which instruments have one.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CatalogueFile } from './catalogue-rows.ts'
import { discOf, faultOf, flagInside, pairOf, wholeOf, type MetalDisc } from './logo-svg.ts'

const [icons, flags, svgo] = process.argv.slice(2)
if (icons === undefined || flags === undefined || svgo === undefined) {
  console.error('State where they are unpacked: node tools/src/catalogue-logos.ts WEB3ICONS CIRCLE_FLAGS SVGO')
  process.exit(2)
}

const root = join(import.meta.dirname, '../..')
const catalogue = join(root, 'server/src/domains/markets/catalogue')
const target = join(root, 'web/public/logos')

/** Where the first two letters of a currency are not its flag. */
const otherFlags: Readonly<Record<string, string>> = { CNH: 'cn', EUR: 'eu' }
const metals: Readonly<Record<string, MetalDisc>> = {
  XAU: { symbol: 'Au', light: '#f6cf57', dark: '#d9a21b', ink: '#6b4700' },
  XAG: { symbol: 'Ag', light: '#dfe4ea', dark: '#aab4c0', ink: '#3d4753' },
  XPT: { symbol: 'Pt', light: '#cfd8dc', dark: '#8fa1ab', ink: '#2f3d45' },
  XPD: { symbol: 'Pd', light: '#d9d2e4', dark: '#a396b8', ink: '#43365a' },
  XCU: { symbol: 'Cu', light: '#e8a27c', dark: '#bf6b3f', ink: '#5c2509' },
}

/** Their icons show another coin of the same symbol; a wrong picture is worse than none. */
const wrongIcons: ReadonlySet<string> = new Set(
  'ACT AI ATH BLAST CORE DBR DEFI EPIC LA LAYER MOVE OMNI SOPH TOKEN TUT VELO'.split(' '),
)

type Optimize = (svg: string, options: object) => { data: string }
const { optimize } = (await import(pathToFileURL(resolve(svgo, 'lib/svgo-node.js')).href)) as { optimize: Optimize }

/** Icons of a square are cut by that square, which changes nothing. */
const withoutFrame = (svg: string): string => {
  const frame = /<clipPath id="([^"]+)">\s*<path fill="#fff" d="M0 0h24v24H0z"\/>\s*<\/clipPath>/.exec(svg)
  return frame === null ? svg : svg.replace(frame[0], '').replaceAll(` clip-path="url(#${frame[1]})"`, '')
}

/** A whole number of hundredths, and of tenths where that is still large: pictures are shown at 36 pixels. */
function small(svg: string): string {
  const at = (floatPrecision: number): string => {
    const plugins = [{ name: 'preset-default' }, 'removeDimensions', 'removeStyleElement', 'removeScripts']
    const attributes = { name: 'removeAttrs', params: { attrs: ['class'] } }
    return optimize(withoutFrame(svg), { multipass: true, floatPrecision, plugins: [...plugins, attributes] }).data
  }
  const fine = at(2)
  return fine.length > 4000 ? at(1) : fine
}

const logos: Record<string, string> = {}
const left: string[] = []
let bytes = 0

function keep(code: string, path: string, svg: string): void {
  const text = small(svg)
  const fault = faultOf(text)
  if (fault !== undefined) return void left.push(`${code}: ${fault}`)
  writeFileSync(join(target, path), text)
  logos[code] = `/logos/${path}`
  bytes += text.length
}

async function coinIcons(folder: string): Promise<(symbol: string) => Promise<string | undefined>> {
  const directory = resolve(folder, 'dist/svgs/tokens/background')
  const files = new Map(
    readdirSync(directory).flatMap((name) => (name.endsWith('.svg.js') ? [[name.slice(0, -7), name]] : [])),
  )
  return async (symbol) => {
    const name = files.get(symbol)
    if (name === undefined) return undefined
    return ((await import(pathToFileURL(join(directory, name)).href)) as { default: string }).default
  }
}

const flag = (currency: string): string =>
  flagInside(
    readFileSync(join(flags, 'flags', `${otherFlags[currency] ?? currency.slice(0, 2).toLowerCase()}.svg`), 'utf8'),
  )

const file = JSON.parse(readFileSync(join(catalogue, 'instruments.json'), 'utf8')) as CatalogueFile
const coin = await coinIcons(icons)
rmSync(target, { recursive: true, force: true })
for (const folder of ['crypto', 'forex', 'metals']) mkdirSync(join(target, folder), { recursive: true })
for (const row of file.rows) {
  const [code, type, subType, base, quote] = ['code', 'type', 'subType', 'base', 'quote'].map((name) =>
    String(row[file.columns.indexOf(name)]),
  ) as [string, string, string, string, string]
  const name = code.toLowerCase()
  const metal = subType === 'metal' ? metals[base] : undefined
  if (type === '1') keep(code, `forex/${name}.svg`, pairOf(flag(base), flag(quote)))
  else if (metal !== undefined && quote === 'USD') keep(code, `metals/${name}.svg`, wholeOf(discOf(metal)))
  else if (metal !== undefined) keep(code, `metals/${name}.svg`, pairOf(discOf(metal), flag(quote)))
  else if (type === '2') {
    const svg = wrongIcons.has(base) ? undefined : await coin(base)
    if (svg !== undefined) keep(code, `crypto/${name}.svg`, svg)
  }
}
writeFileSync(join(catalogue, 'logos.json'), `${JSON.stringify(logos, undefined, 1)}\n`)
console.log(`${Object.keys(logos).length} pictures, ${bytes} bytes. Left out: ${left.join('; ') || 'none'}`)
