import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { marketTypes } from '@evenhand/protocol/markets.ts'
import { expect, test } from 'vitest'
import { faultOf } from './logo-svg.ts'
import { loadCatalogue } from '../../server/src/domains/markets/catalogue/load-catalogue.ts'

const folder = join(import.meta.dirname, '../../web/public')
const catalogue = loadCatalogue()
const withLogo = catalogue.filter(({ logo }) => logo !== '')
const files = ['crypto', 'forex', 'metals'].flatMap((part) =>
  readdirSync(join(folder, 'logos', part)).map((name) => `/logos/${part}/${name}`),
)

test('every picture belongs to an instrument and every path leads to a picture', () => {
  expect(withLogo.map(({ logo }) => logo).toSorted()).toEqual(files.toSorted())
})

test('every currency pair and metal has one, most coins, and no share, future or fund, whose logos are trademarks', () => {
  const has = (one: (typeof catalogue)[number]): string =>
    one.subType ?? Object.entries(marketTypes).find(([, type]) => type === one.type)?.[0] ?? ''
  const counts = Object.fromEntries([...Map.groupBy(withLogo, has)].map(([kind, list]) => [kind, list.length]))
  expect(counts).toEqual({ forex: 71, crypto: 260, metal: 12 })
})

test('every picture is shapes alone, with nothing to run, to fetch or to style, and small', () => {
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'))
  expect(texts.map((text, at) => [files[at], faultOf(text)]).filter(([, fault]) => fault !== undefined)).toEqual([])
  const sizes = texts.map((text) => text.length).toSorted((a, b) => a - b)
  expect(sizes.at(sizes.length >> 1)).toBeLessThan(1200)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(400_000)
})

const picture = (inside: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"${attributes}>${inside}</svg>`

test.each([
  ['<script>alert(1)</script>', '<script>'],
  ['<style>@import "x"</style>', '<style>'],
  ['<foreignObject><p/></foreignObject>', '<foreignObject>'],
  ['<image href="data:image/png;base64,AA"/>', '<image>'],
  ['<path d="M0 0" onload="x()"/>', 'onload'],
  ['<path d="M0 0" style="fill:url(http://a/b)"/>', 'style'],
  ['<use href="https://a/b#c"/>', 'href'],
  ['<use xlink:href="//a/b#c"/>', 'xlink:href'],
  ['<path fill="url(https://a/b)"/>', 'fill'],
  ['<a><path d="M0 0"/></a>', '<a>'],
  ['<!-- x -->', 'comment'],
])('a picture with %s is not kept', (inside, message) => {
  expect(faultOf(picture(inside))).toContain(message)
})

test('a picture of shapes is kept, a huge one is not', () => {
  expect(faultOf(picture('<path fill="url(#a)" d="M0 0"/><use href="#b"/>'))).toBeUndefined()
  expect(faultOf(picture('<path d="M0 0"/>'.repeat(1000)))).toContain('bytes')
})
