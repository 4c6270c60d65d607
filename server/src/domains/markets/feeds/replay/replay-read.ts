import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Recording } from './replay-choice.ts'
import { eachRow, midOf, unitsOf, type Decimal } from './replay-rows.ts'
import { tapeMaker, type Tape, type TapeMaker } from './replay-tape.ts'

/** Why a replay cannot be played, in one sentence for the person who started it. */
export class ReplayFault extends Error {}

/** Runs a reading step; a failure in it becomes one sentence about the file that states what to do. */
export function reading<T>(file: string, run: () => T): T {
  try {
    return run()
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT'
    const why = missing ? 'it is not there' : (cause as Error).message
    throw new ReplayFault(
      `${file} cannot be played (${why}): point REPLAY_DIR at a folder of recordings or start with FEED=simulated.`,
      { cause },
    )
  }
}

/** Plays a recording's rows into tapes: of the one symbol of its file, or of each requested symbol of a combined file. */
export function readTapes(
  folder: string,
  recording: Recording,
  requested: ReadonlyMap<string, number>,
): Map<string, Tape> {
  const path = join(folder, recording.file)
  return reading(path, () => {
    const bytes = gunzipSync(readFileSync(path))
    const header = headerOf(bytes)
    const column = (name: string): number => {
      const at = header.indexOf(name)
      if (at < 0) throw new Error(`it has no column ${name}`)
      return at
    }
    const makers = new Map([...requested.keys()].map((symbol) => [symbol, tapeMaker()]))
    const names = namesOf(recording, header)
    const fields = ['time', ...names].map(column)
    const symbolAt = recording.combined ? column('symbol') : -1
    const lone = recording.combined ? undefined : [...requested.keys()][0]
    const play = recording.grain === '1m' ? playMinute : names.length === 2 ? playQuote : playPrice
    eachRow(bytes, { fields, symbolAt }, (values, symbol) => {
      const name = lone ?? symbol
      const maker = makers.get(name)
      if (maker !== undefined) play(maker, values, requested.get(name) ?? 0)
    })
    return new Map([...makers].flatMap(([symbol, maker]) => keep(symbol, maker.finish())))
  })
}

/** The symbols of a combined file. */
export function symbolsOf(folder: string, recording: Recording): ReadonlySet<string> {
  const path = join(folder, recording.file)
  return reading(path, () => {
    const symbols = new Set<string>()
    const bytes = gunzipSync(readFileSync(path))
    eachRow(bytes, { fields: [], symbolAt: headerOf(bytes).indexOf('symbol') }, (_, symbol) => symbols.add(symbol))
    return symbols
  })
}

const keep = (symbol: string, tape: Tape | undefined): [string, Tape][] => (tape === undefined ? [] : [[symbol, tape]])

const headerOf = (bytes: Buffer): string[] => {
  const end = bytes.indexOf(10)
  return bytes.toString('latin1', 0, Math.max(0, end)).trim().split(',')
}

/** A quote has bid and ask, a trade its price, a bar its four; a second's bar counts by its close. */
function namesOf(recording: Recording, header: readonly string[]): string[] {
  if (recording.grain === '1m') return ['open', 'high', 'low', 'close']
  if (recording.grain === '1s') return ['close']
  return header.includes('bid') ? ['bid', 'ask'] : ['price']
}

type Play = (maker: TapeMaker, values: readonly Decimal[], precision: number) => void

const secondOf = (time: Decimal): number => Math.floor(time.mantissa / 1000)
const playQuote: Play = (maker, [time, bid, ask], precision) =>
  maker.add(secondOf(time as Decimal), midOf(bid as Decimal, ask as Decimal, precision))
const playPrice: Play = (maker, [time, price], precision) =>
  maker.add(secondOf(time as Decimal), unitsOf(price as Decimal, precision))

/** A minute's bar gives four prices: open, the nearer extreme, the other, close, at :00, :20, :40 and :59. */
const playMinute: Play = (maker, values, precision) => {
  const second = secondOf(values[0] as Decimal)
  const [open, high, low, close] = values.slice(1).map((value) => unitsOf(value, precision)) as [
    number,
    number,
    number,
    number,
  ]
  const highFirst = high - open <= open - low
  maker.add(second, open)
  maker.add(second + 20, highFirst ? high : low)
  maker.add(second + 40, highFirst ? low : high)
  maker.add(second + 59, close)
}
