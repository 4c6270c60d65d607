import type { Instrument } from '../../catalogue/instrument.ts'

/** One recording as the manifest lists it. */
export type Recording = {
  /** Path below the folder of recordings. */
  file: string
  symbol: string
  grain: Grain
  /** Whether several symbols share the file, with a leading column that names them. */
  combined: boolean
  /** Last day, for choosing the newest. */
  to: string
}
export type Grain = 'tick' | '1s' | '1m'

const grains: readonly Grain[] = ['tick', '1s', '1m']

/** The recordings of a manifest that a replay can play: ticks, one-second and one-minute bars; no perpetual swaps. */
export function recordingsOf(manifest: string): Recording[] {
  const [header = '', ...lines] = manifest.split(/\r?\n/)
  const names = header.split(',')
  const toAt = names.indexOf('to')
  const symbolsAt = names.indexOf('symbols')
  if (names[0] !== 'file' || toAt < 0 || symbolsAt < 0)
    throw new Error('it does not start with the columns file, symbols and to')
  return lines.flatMap((line) => {
    const fields = line.split(',')
    const file = fields[0] ?? ''
    const base = file.slice(file.lastIndexOf('/') + 1)
    const grain = grainOf(file)
    if (grain === undefined || base.includes('-PERP-')) return []
    const combined = fields[symbolsAt] !== '1'
    return [{ file, symbol: combined ? '' : (base.split('-')[0] ?? ''), grain, combined, to: fields[toAt] ?? '' }]
  })
}

const grainOf = (file: string): Grain | undefined =>
  file.startsWith('ticks/') ? 'tick' : (/-(1s|1m)[-.]/.exec(file)?.[1] as Grain | undefined)

/** True where a recording of `symbol` is one of the instrument: its own code, or a coin's price in dollars for USDT. */
const isExact = (instrument: Instrument, symbol: string): boolean => symbol === instrument.code
const isNear = (instrument: Instrument, symbol: string): boolean =>
  instrument.quote === 'USDT' && symbol === `${instrument.base}USD`

/**
 * The recordings that fit an instrument, best first: its own before one in a neighbouring currency, then finer before
 * coarser, then newer before older. `symbolsIn` reads the symbols of a combined file.
 */
export function fitting(
  instrument: Instrument,
  recordings: readonly Recording[],
  symbolsIn: (file: string) => ReadonlySet<string>,
): Recording[] {
  const fits = (recording: Recording, symbol: (wanted: string) => boolean): boolean =>
    recording.combined ? [...symbolsIn(recording.file)].some(symbol) : symbol(recording.symbol)
  const ranked = (symbol: (wanted: string) => boolean): Recording[] =>
    recordings
      .filter((recording) => fits(recording, symbol))
      .toSorted((one, two) => grains.indexOf(one.grain) - grains.indexOf(two.grain) || two.to.localeCompare(one.to))
  return [...ranked((symbol) => isExact(instrument, symbol)), ...ranked((symbol) => isNear(instrument, symbol))]
}
