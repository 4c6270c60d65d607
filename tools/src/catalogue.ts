/**
 * Builds the catalogue and the trading calendars from collected facts:
 *   node tools/src/catalogue.ts ../shared/data
 * Ids never change: a code that already stands in the catalogue keeps its id, a new one gets the next.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calendarsOf } from './catalogue-calendars.ts'
import { parseCsv } from './catalogue-csv.ts'
import { rowsOf, type CatalogueFile } from './catalogue-rows.ts'

const folder = process.argv[2]
if (folder === undefined) {
  console.error('State where the facts are: node tools/src/catalogue.ts FOLDER')
  process.exit(2)
}

const target = join(import.meta.dirname, '../../server/src/domains/markets/catalogue')
const instrumentsFile = join(target, 'instruments.json')

const previous = (): CatalogueFile | undefined => {
  try {
    return JSON.parse(readFileSync(instrumentsFile, 'utf8')) as CatalogueFile
  } catch {
    return undefined
  }
}

const catalogue = rowsOf(parseCsv(readFileSync(join(folder, 'instruments.csv'), 'utf8')), previous())
const text = [
  '{',
  ` "sources": ${JSON.stringify(catalogue.sources)},`,
  ` "columns": ${JSON.stringify(catalogue.columns)},`,
  ' "rows": [',
  catalogue.rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n'),
  ' ]',
  '}',
]
writeFileSync(instrumentsFile, `${text.join('\n')}\n`)

const hours = JSON.parse(readFileSync(join(folder, 'trading-hours.json'), 'utf8'))
writeFileSync(
  join(target, 'calendars.json'),
  `${JSON.stringify(calendarsOf(hours.calendars ?? hours.exchanges ?? hours), undefined, 1)}\n`,
)
console.log(`${catalogue.rows.length} instruments, ${catalogue.sources.length} sources`)
