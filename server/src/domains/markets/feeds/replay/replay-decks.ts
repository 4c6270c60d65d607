import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Instrument } from '../../catalogue/instrument.ts'
import { fitting, recordingsOf, type Grain, type Recording } from './replay-choice.ts'
import { reading, readTapes, symbolsOf } from './replay-read.ts'
import type { Tape } from './replay-tape.ts'

/** The label of a row's recording: the file's name, the day it begins, the grain of its prices. */
export type RecordingLabel = { name: string; date: string; grain: Grain }

export type Deck = { tape: Tape; label: RecordingLabel }

/** The best recording of each instrument that has one, read. */
export function decksOf(folder: string, catalogue: readonly Instrument[]): Map<string, Deck> {
  const manifest = join(folder, 'MANIFEST.csv')
  const recordings = reading(manifest, () => recordingsOf(readFileSync(manifest, 'utf8')))
  const symbols = new Map(
    recordings.filter(({ combined }) => combined).map((one) => [one.file, symbolsOf(folder, one)]),
  )
  const wanted = new Map<Recording, { code: string; symbol: string; precision: number }[]>()
  for (const instrument of catalogue) {
    const [best] = fitting(instrument, recordings, (file) => symbols.get(file) ?? new Set())
    if (best === undefined) continue
    const list = wanted.get(best) ?? []
    wanted.set(best, list)
    list.push({
      code: instrument.code,
      symbol: best.combined ? instrument.code : best.symbol,
      precision: instrument.precision,
    })
  }
  const decks = new Map<string, Deck>()
  for (const [recording, requested] of wanted) {
    const tapes = readTapes(folder, recording, new Map(requested.map(({ symbol, precision }) => [symbol, precision])))
    for (const { code, symbol } of requested) {
      const tape = tapes.get(symbol)
      if (tape !== undefined) decks.set(code, { tape, label: labelOf(recording, tape) })
    }
  }
  return decks
}

const labelOf = (recording: Recording, tape: Tape): RecordingLabel => ({
  name: recording.file.slice(recording.file.lastIndexOf('/') + 1).replace('.csv.gz', ''),
  date: dateOf(tape.start),
  grain: recording.grain,
})

/** The UTC day of an epoch second as YYYY-MM-DD. */
const dateOf = (second: number): string => dayFormat.format(second * 1000)
const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'UTC',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
