/** A repeatable source of numbers for the drawings: the same seed gives the same sequence on every machine. */
export interface Random {
  /** A number of [0, 1). */
  readonly next: () => number
  /** A number of [from, to). */
  readonly between: (from: number, to: number) => number
  /** A whole number of [from, to]. */
  readonly whole: (from: number, to: number) => number
  readonly pick: <T>(list: readonly [T, ...T[]]) => T
}

/** Mulberry32 over `seed`. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const between = (from: number, to: number) => from + (to - from) * next()
  const whole = (from: number, to: number) => Math.floor(between(from, to + 1))
  return { next, between, whole, pick: (list) => list[whole(0, list.length - 1)] ?? list[0] }
}

const latticeSize = 64
const smooth = (t: number) => t * t * (3 - 2 * t)

/** Smooth two-dimensional value noise of [0, 1]; one unit is one cell of the lattice. */
export const createNoise = (random: Random): ((x: number, y: number) => number) => {
  const lattice = Array.from({ length: latticeSize * latticeSize }, random.next)
  const at = (x: number, y: number) => lattice[(x & (latticeSize - 1)) + (y & (latticeSize - 1)) * latticeSize] ?? 0
  return (x, y) => {
    const [column, row] = [Math.floor(x), Math.floor(y)]
    const [u, v] = [smooth(x - column), smooth(y - row)]
    const above = at(column, row) * (1 - u) + at(column + 1, row) * u
    const below = at(column, row + 1) * (1 - u) + at(column + 1, row + 1) * u
    return above * (1 - v) + below * v
  }
}
