/**
 * Writes how the Chinese names of the catalogue are read, so that neither server nor browser carries a dictionary:
 *   node tools/src/pinyin.ts
 * To be run after names changed; a test of the catalogue states when.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinyin } from 'pinyin-pro'
import { loadCatalogue } from '../../server/src/domains/markets/catalogue/load-catalogue.ts'

const target = join(import.meta.dirname, '../../server/src/domains/markets/catalogue/pinyin.json')
const han = /\p{Script=Han}/u

/** Syllables with a space between them: 比特币 is "bi te bi". Letters and digits in the name stay one piece each. */
const readingOf = (name: string): string =>
  pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true })
    .flatMap((piece) => piece.toLowerCase().split(/[^a-z0-9]+/))
    .filter((piece) => piece !== '')
    .join(' ')

const names = loadCatalogue().flatMap(({ names: { zh, hk } }) =>
  [zh, hk].filter((name) => name !== undefined && han.test(name)),
)
const readings = [...new Set(names)].toSorted().map((name) => [name, readingOf(String(name))])
writeFileSync(target, `${JSON.stringify(Object.fromEntries(readings), undefined, 1)}\n`)
console.log(`${readings.length} readings`)
