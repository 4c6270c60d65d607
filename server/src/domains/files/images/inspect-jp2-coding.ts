import { UnfitImage } from './inspected.ts'

/**
 * Blocks and precincts that a decoder prepares before it reads the first of them, some hundred bytes each. Cameras and
 * scanners cut 16 megapixels into some ten thousand; a header of a few bytes can request many millions.
 */
const maxParts = 250_000
const damaged = (): UnfitImage => new UnfitImage('damaged')

type Size = { width: number; height: number; components: number }

/**
 * Reads how a JPEG 2000 codestream is cut up (ITU T.800, A.6.1 and A.6.2), in its main header and for single channels.
 * Refuses what would take a decoder far more memory than its pixels do.
 */
export function mustBeCutPlainly(stream: Buffer, size: Size): void {
  let at = 2
  let found = false
  for (;;) {
    if (at + 4 > stream.length) throw damaged()
    const marker = stream.readUInt16BE(at)
    if (marker === 0xff_90) break
    const length = stream.readUInt16BE(at + 2)
    const body = stream.subarray(at + 4, at + 2 + length)
    if (length < 2 || body.length !== length - 2) throw damaged()
    // COD for all channels; COC for one of them, whose number stands before.
    if (marker === 0xff_52) mustBeModest(body, { style: 0, levels: 5 }, size)
    if (marker === 0xff_53) mustBeModest(body, { style: 1, levels: 2 }, size)
    found ||= marker === 0xff_52
    at += 2 + length
  }
  if (!found) throw damaged()
}

/** Refuses the same in the header of a tile part, which begins at `from`: it may not cut its tile up in another way. */
export function mustNotRecut(stream: Buffer, from: number): void {
  let at = from
  for (;;) {
    if (at + 4 > stream.length) throw damaged()
    const marker = stream.readUInt16BE(at)
    if (marker === 0xff_93) return
    if (marker === 0xff_52 || marker === 0xff_53) throw new UnfitImage('type')
    const length = stream.readUInt16BE(at + 2)
    if (marker < 0xff_00 || length < 2) throw damaged()
    at += 2 + length
  }
}

function mustBeModest(body: Buffer, at: { style: number; levels: number }, { width, height, components }: Size): void {
  const [levels, blockWide, blockHigh] = body.subarray(at.levels, at.levels + 3)
  if (levels === undefined || blockWide === undefined || blockHigh === undefined || levels > 32) throw damaged()
  if (blockWide > 8 || blockHigh > 8 || blockWide + blockHigh > 8) throw damaged()
  const hasPrecincts = ((body[at.style] ?? 0) & 1) === 1
  let parts = 0
  for (let level = 0; level <= levels; level++) {
    const shrunk = 2 ** (levels - level)
    const [wide, high] = [Math.ceil(width / shrunk), Math.ceil(height / shrunk)]
    const precinct = hasPrecincts ? body[at.levels + 5 + level] : 0xff
    if (precinct === undefined) throw damaged()
    const [across, down] = [precinct & 15, precinct >> 4]
    if (level > 0 && (across === 0 || down === 0)) throw damaged()
    // A block is no larger than its part of a precinct, which the bands above the lowest share.
    const share = level > 0 ? 1 : 0
    parts += pieces({ wide, high, across, down })
    parts += pieces({
      wide,
      high,
      across: Math.min(blockWide + 2, across - share),
      down: Math.min(blockHigh + 2, down - share),
    })
  }
  if (parts * components > maxParts) throw new UnfitImage('tooManyPixels')
}

const pieces = (params: { wide: number; high: number; across: number; down: number }): number =>
  Math.ceil(params.wide / 2 ** params.across) * Math.ceil(params.high / 2 ** params.down)
