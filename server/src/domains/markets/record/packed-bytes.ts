const chunk = 4096

/**
 * Writes whole numbers in as few bytes as they need: seven bits a byte, lowest first, the top bit is set where more follow.
 * Signed numbers are folded so that small ones of either sign stay short (zigzag).
 */
export class PackedWriter {
  #bytes = Buffer.allocUnsafe(chunk)
  #length = 0
  readonly #wide = new DataView(new ArrayBuffer(8))

  byte(value: number): void {
    if (this.#length === this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes, Buffer.allocUnsafe(this.#bytes.length)])
    this.#bytes[this.#length++] = value
  }

  /** A whole number from 0 to 2^53 − 1. */
  unsigned(value: number): void {
    let rest = value
    while (rest >= 0x80) {
      this.byte((rest % 0x80) | 0x80)
      rest = Math.floor(rest / 0x80)
    }
    this.byte(rest)
  }

  /** A whole number from −2^52 to 2^52. */
  signed(value: number): void {
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value)
  }

  /** A price or a difference of prices, within 62 bits. Split in two halves because big integers are slow to shift. */
  price(value: bigint): void {
    this.#wide.setBigUint64(0, value < 0n ? -2n * value - 1n : 2n * value)
    const high = this.#wide.getUint32(0)
    const low = this.#wide.getUint32(4)
    if (high < 0x20_0000) {
      this.unsigned(high * 0x1_0000_0000 + low)
      return
    }
    for (let rest = this.#wide.getBigUint64(0); ; rest >>= 7n) {
      this.#wide.setBigUint64(0, rest)
      this.byte((this.#wide.getUint8(7) & 0x7f) | (rest >= 0x80n ? 0x80 : 0))
      if (rest < 0x80n) return
    }
  }

  /** What was written, as bytes of its own; the writer is empty afterwards. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length))
    this.#length = 0
    return taken
  }
}

/** Reads what a PackedWriter wrote. Throws a RangeError past the end, so that cut bytes never become prices. */
export class PackedReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get ended(): boolean {
    return this.#at >= this.#bytes.length
  }

  byte(): number {
    const value = this.#bytes[this.#at++]
    if (value === undefined) throw new RangeError('packed bytes end too early')
    return value
  }

  unsigned(): number {
    let value = 0
    for (let scale = 1; ; scale *= 0x80) {
      const next = this.byte()
      value += (next & 0x7f) * scale
      if (next < 0x80) return value
      if (scale > 0x2_0000_0000_0000) throw new RangeError('packed number is too long')
    }
  }

  signed(): number {
    const folded = this.unsigned()
    return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2
  }

  price(): bigint {
    let low = 0
    for (let scale = 1, count = 0; count < 7; count += 1, scale *= 0x80) {
      const next = this.byte()
      low += (next & 0x7f) * scale
      if (next < 0x80) return unfold(BigInt(low))
    }
    let value = BigInt(low)
    for (let shift = 49n; shift < 64n; shift += 7n) {
      const next = this.byte()
      value |= BigInt(next & 0x7f) << shift
      if (next < 0x80) return unfold(value)
    }
    throw new RangeError('packed price is too long')
  }
}

const unfold = (folded: bigint): bigint => (folded & 1n ? -((folded + 1n) >> 1n) : folded >> 1n)
