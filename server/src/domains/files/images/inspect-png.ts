import { mustBeBounded, UnfitImage, type Inspected } from './inspected.ts'

/** Chunks that a decoder needs (PNG, third edition, 4.7). Everything else is left behind. */
const needed = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
const maxChunks = 100_000
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

const damaged = (): UnfitImage => new UnfitImage('damaged')

/**
 * Reads the chunks of a PNG file and writes it anew with the ones that make the picture. Refuses animations, files that
 * end early, and grey with alpha, which has two channels.
 */
export function inspectPng(file: Buffer): Inspected {
  const header = readHeader(file)
  const parts = [file.subarray(0, 8)]
  let at = 8
  let data = false
  for (let count = 0; ; count++) {
    if (count > maxChunks || at + 12 > file.length) throw damaged()
    const length = file.readUInt32BE(at)
    const end = at + 12 + length
    if (end > file.length) throw damaged()
    const name = file.toString('latin1', at + 4, at + 8)
    // An animation is many pictures, and only the first would be shown.
    if (name === 'acTL' || name === 'fdAT') throw new UnfitImage('type')
    if (needed.has(name)) parts.push(file.subarray(at, end))
    else if (isCritical(name)) throw damaged()
    if (name === 'IDAT') data = true
    at = end
    if (name === 'IEND') break
  }
  if (!data) throw damaged()
  return { ...header, orientation: 1, bytes: Buffer.concat(parts) }
}

/** A chunk that a decoder may not pass over begins with a capital. */
const isCritical = (name: string): boolean => name.charAt(0) < 'a'

function readHeader(file: Buffer): Pick<Inspected, 'width' | 'height' | 'components' | 'depth'> {
  if (file.length < 33 || file.toString('latin1', 12, 16) !== 'IHDR' || file.readUInt32BE(8) !== 13) throw damaged()
  const components = channels[file[25] ?? 9]
  if (components === undefined) throw damaged()
  const size = { width: file.readUInt32BE(16), height: file.readUInt32BE(20), components }
  mustBeBounded(size)
  return { ...size, components: components as 1 | 3 | 4, depth: file[24] ?? 8 }
}
