/**
 * Noise from a seed: ChaCha with eight rounds (Bernstein 2008), so that published prices reveal nothing about prices to
 * come, drawn as near-Gaussian numbers by sums of uniforms. Only integer arithmetic, +, −, ×, ÷ and √ are used: every
 * engine computes the same bits, and a stranger regenerates a day exactly.
 */

/** How many Gaussians one position yields. */
export const drawsPerPosition = 7

/** Where noise is drawn: four numbers that together are used once under a seed. */
export type Position = { kind: number; instrument: number; from: number; to: number }

const words = new Int32Array(2 * drawsPerPosition)

/** A seed of 32 bytes as the words of a key. Throws a RangeError for another length. */
export function keyOf(seed: Uint8Array): Int32Array {
  if (seed.length !== 32) throw new RangeError('A seed has 32 bytes')
  const view = new DataView(seed.buffer, seed.byteOffset, 32)
  return Int32Array.from({ length: 8 }, (_, index) => view.getInt32(index * 4, true))
}

/** Writes the seven draws of a position (mean 0, variance 1) to the start of `out`. */
export function drawAt(key: Int32Array, position: Position, out: Float64Array): void {
  scramble(key, position, words)
  for (let index = 0; index < drawsPerPosition; index += 1) {
    out[index] = gaussian(words[2 * index] as number, words[2 * index + 1] as number)
  }
}

/** The sum of four 16-bit uniforms, standardised: their mean is 4 × 32767.5, their variance 4 × (2^32 − 1) ÷ 12. */
const gaussian = (low: number, high: number): number =>
  ((low & 0xffff) + (low >>> 16) + (high & 0xffff) + (high >>> 16) - 131_070) * (1 / 37_837.227_237_206_48)

const turn = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits))

/** One block of ChaCha8: the first fourteen words. */
function scramble(key: Int32Array, position: Position, out: Int32Array): void {
  const { kind, instrument, from, to } = position
  let a0 = 0x61707865
  let a1 = 0x3320646e
  let a2 = 0x79622d32
  let a3 = 0x6b206574
  let b0 = key[0] as number
  let b1 = key[1] as number
  let b2 = key[2] as number
  let b3 = key[3] as number
  let c0 = key[4] as number
  let c1 = key[5] as number
  let c2 = key[6] as number
  let c3 = key[7] as number
  let d0 = kind
  let d1 = instrument
  let d2 = from
  let d3 = to
  for (let round = 0; round < 8; round += 2) {
    d0 = turn(d0 ^ (a0 = (a0 + b0) | 0), 16)
    b0 = turn(b0 ^ (c0 = (c0 + d0) | 0), 12)
    d0 = turn(d0 ^ (a0 = (a0 + b0) | 0), 8)
    b0 = turn(b0 ^ (c0 = (c0 + d0) | 0), 7)
    d1 = turn(d1 ^ (a1 = (a1 + b1) | 0), 16)
    b1 = turn(b1 ^ (c1 = (c1 + d1) | 0), 12)
    d1 = turn(d1 ^ (a1 = (a1 + b1) | 0), 8)
    b1 = turn(b1 ^ (c1 = (c1 + d1) | 0), 7)
    d2 = turn(d2 ^ (a2 = (a2 + b2) | 0), 16)
    b2 = turn(b2 ^ (c2 = (c2 + d2) | 0), 12)
    d2 = turn(d2 ^ (a2 = (a2 + b2) | 0), 8)
    b2 = turn(b2 ^ (c2 = (c2 + d2) | 0), 7)
    d3 = turn(d3 ^ (a3 = (a3 + b3) | 0), 16)
    b3 = turn(b3 ^ (c3 = (c3 + d3) | 0), 12)
    d3 = turn(d3 ^ (a3 = (a3 + b3) | 0), 8)
    b3 = turn(b3 ^ (c3 = (c3 + d3) | 0), 7)
    d3 = turn(d3 ^ (a0 = (a0 + b1) | 0), 16)
    b1 = turn(b1 ^ (c2 = (c2 + d3) | 0), 12)
    d3 = turn(d3 ^ (a0 = (a0 + b1) | 0), 8)
    b1 = turn(b1 ^ (c2 = (c2 + d3) | 0), 7)
    d0 = turn(d0 ^ (a1 = (a1 + b2) | 0), 16)
    b2 = turn(b2 ^ (c3 = (c3 + d0) | 0), 12)
    d0 = turn(d0 ^ (a1 = (a1 + b2) | 0), 8)
    b2 = turn(b2 ^ (c3 = (c3 + d0) | 0), 7)
    d1 = turn(d1 ^ (a2 = (a2 + b3) | 0), 16)
    b3 = turn(b3 ^ (c0 = (c0 + d1) | 0), 12)
    d1 = turn(d1 ^ (a2 = (a2 + b3) | 0), 8)
    b3 = turn(b3 ^ (c0 = (c0 + d1) | 0), 7)
    d2 = turn(d2 ^ (a3 = (a3 + b0) | 0), 16)
    b0 = turn(b0 ^ (c1 = (c1 + d2) | 0), 12)
    d2 = turn(d2 ^ (a3 = (a3 + b0) | 0), 8)
    b0 = turn(b0 ^ (c1 = (c1 + d2) | 0), 7)
  }
  out[0] = a0 + 0x61707865
  out[1] = a1 + 0x3320646e
  out[2] = a2 + 0x79622d32
  out[3] = a3 + 0x6b206574
  out[4] = b0 + (key[0] as number)
  out[5] = b1 + (key[1] as number)
  out[6] = b2 + (key[2] as number)
  out[7] = b3 + (key[3] as number)
  out[8] = c0 + (key[4] as number)
  out[9] = c1 + (key[5] as number)
  out[10] = c2 + (key[6] as number)
  out[11] = c3 + (key[7] as number)
  out[12] = d0 + kind
  out[13] = d1 + instrument
}
