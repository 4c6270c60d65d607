/** One-dimensional arrays as PostgreSQL sends and receives them (array_recv): half the work of a list of texts on both sides. */

/** The types of items, by the numbers that PostgreSQL has for them. */
export const arrayOids = { smallint: 21, integer: 23, bigint: 20, text: 25, uuid: 2950, timestamptz: 1184 } as const
/** What stands before the items: dimensions, whether there are nulls, their type, their count, the first's position. */
export const headerBytes = 20
/** The database counts time from 2000-01-01, in microseconds. */
export const postgresEpochMs = 946_684_800_000

/** The bytes of an array; `view` is of the same ones. */
type Into = { bytes: Buffer; view: DataView }
type Write<T> = (into: Into, item: T, at: number) => void
type Encoder<T> = { type: keyof typeof arrayOids; bytes: number; write: Write<T> }

const encodes =
  <T>({ type, bytes, write }: Encoder<T>) =>
  (items: readonly (T | null)[]): Buffer => {
    const buffer = Buffer.allocUnsafe(headerBytes + items.length * (4 + bytes))
    const into = { bytes: buffer, view: new DataView(buffer.buffer, buffer.byteOffset, buffer.length) }
    let hasNull = 0
    let at = headerBytes
    for (const item of items) {
      if (item === null) {
        hasNull = 1
        at = buffer.writeInt32BE(-1, at)
      } else {
        at = buffer.writeInt32BE(bytes, at)
        write(into, item, at)
        at += bytes
      }
    }
    buffer.writeInt32BE(1, 0)
    buffer.writeInt32BE(hasNull, 4)
    buffer.writeInt32BE(arrayOids[type], 8)
    buffer.writeInt32BE(items.length, 12)
    buffer.writeInt32BE(1, 16)
    return buffer.subarray(0, at)
  }

const whole = (item: number): number => {
  if (!Number.isInteger(item)) throw new RangeError(`${item} is no whole number`)
  return item
}

const [minInt64, maxInt64] = [-(2n ** 63n), 2n ** 63n - 1n]

/** A view writes a 64-bit number in one step, where a Buffer takes it apart into eight bytes; it checks no range. */
const writeInt64: Write<bigint> = ({ view }, item, at) => {
  if (item < minInt64 || item > maxInt64) throw new RangeError(`${item} is out of range`)
  view.setBigInt64(at, item)
}

const writeId: Write<string> = ({ bytes }, id, at) => {
  const digits = id.replaceAll('-', '')
  if (bytes.write(digits, at, 16, 'hex') !== 16 || digits.length !== 32) throw new TypeError(`${id} is no uuid`)
}

/**
 * Values for a parameter of that type of array: a Buffer, which the driver sends as it is, so the statement must name the
 * type (`$1::bigint[]`). A null is the database's null. Throws on a number out of range or no uuid.
 */
export const binaryArray = {
  smallint: encodes<number>({
    type: 'smallint',
    bytes: 2,
    write: ({ bytes }, item, at) => bytes.writeInt16BE(whole(item), at),
  }),
  integer: encodes<number>({
    type: 'integer',
    bytes: 4,
    write: ({ bytes }, item, at) => bytes.writeInt32BE(whole(item), at),
  }),
  bigint: encodes<bigint | number>({
    type: 'bigint',
    bytes: 8,
    write: (into, item, at) => writeInt64(into, typeof item === 'bigint' ? item : BigInt(item), at),
  }),
  uuid: encodes<string>({ type: 'uuid', bytes: 16, write: writeId }),
  /** Epoch milliseconds. */
  timestamptz: encodes<number>({
    type: 'timestamptz',
    bytes: 8,
    write: (into, item, at) => writeInt64(into, BigInt(item - postgresEpochMs) * 1000n, at),
  }),
}
