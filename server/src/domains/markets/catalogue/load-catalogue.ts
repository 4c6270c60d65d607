import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { langValues, type Lang } from '@evenhand/protocol/languages.ts'
import { marketTypes, type MarketType } from '@evenhand/protocol/markets.ts'
import { parseUnits } from '@evenhand/protocol/money.ts'
import { composeName, type Names } from './compose-name.ts'
import type { Instrument } from './instrument.ts'

type File = { sources: string[]; columns: string[]; rows: (string | number)[][] }
type Row = Record<string, string | number>

let loaded: readonly Instrument[] | undefined

/**
 * The catalogue of this build, in the order of ids; read once. Throws with the code and the column when its file is
 * damaged: a product that trades a mangled instrument is worse than one that does not start.
 */
export function loadCatalogue(): readonly Instrument[] {
  loaded ??= readCatalogue()
  return loaded
}

const read = <T>(name: string): T => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as T

function readCatalogue(): readonly Instrument[] {
  const file = read<File>('instruments.json')
  const logos = new Map(Object.entries(read<Record<string, string>>('logos.json')))
  const names = langValues.map((lang) => [lang, read<Names>(`names.${lang}.json`)] as const)
  const instruments = file.rows.map((row, index) => {
    const values: Row = Object.fromEntries(file.columns.map((column, at) => [column, row[at] ?? '']))
    return instrumentOf(values, index + 1, { sources: file.sources, names, logos })
  })
  const codes = new Set(instruments.map((instrument) => instrument.code))
  if (codes.size !== instruments.length) throw new Error('The catalogue lists a code twice')
  return instruments
}

function instrumentOf(
  row: Row,
  index: number,
  beside: { sources: string[]; names: (readonly [Lang, Names])[]; logos: ReadonlyMap<string, string> },
): Instrument {
  const wrong = (column: string): never => {
    throw new Error(`Catalogue row ${index} (${row['code']}): ${column} is "${row[column]}"`)
  }
  const text = (column: string): string => {
    const value = row[column]
    return typeof value === 'string' && value !== '' ? value : wrong(column)
  }
  const number = (column: string, min: number, max: number): number => {
    const value = row[column]
    return typeof value === 'number' && value >= min && value <= max ? value : wrong(column)
  }
  const precision = number('precision', 0, 20)
  const units = (column: string): bigint => {
    const value = parseUnits(row[column], precision)
    return value !== undefined && value > 0n ? value : wrong(column)
  }
  if (row['id'] !== index) wrong('id')
  const type = Object.values(marketTypes).find((known) => known === row['type']) ?? wrong('type')
  const tickUnits = units('tick')
  const refUnits = units('ref')
  if (refUnits % tickUnits !== 0n) wrong('ref')
  const instrument: Instrument = {
    id: index,
    code: text('code'),
    type: type satisfies MarketType,
    ...(row['subType'] === 'metal' || row['subType'] === 'etf' ? { subType: row['subType'] } : {}),
    name: text('name'),
    names: {},
    base: text('base'),
    quote: text('quote'),
    venue: String(row['venue']),
    precision,
    displayPrecision: number('displayPrecision', 0, precision),
    tickUnits,
    lotStep: text('lotStep'),
    contractMultiplier: text('multiplier'),
    calendar: text('calendar'),
    refUnits,
    refDate: text('refDate'),
    refSource: beside.sources[number('source', 0, beside.sources.length - 1)] ?? wrong('source'),
    refTier: (['A', 'B', 'C', 'D', 'P'] as const).find((tier) => tier === row['tier']) ?? wrong('tier'),
    volAnnual: number('vol', 0.0001, 10),
    rank: number('rank', 1, 9999),
    logo: beside.logos.get(text('code')) ?? '',
  }
  for (const [lang, params] of beside.names) {
    const name = composeName(instrument, params)
    if (name !== undefined) instrument.names[lang] = name
  }
  return instrument
}
