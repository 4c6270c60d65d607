import { randomBytes } from 'node:crypto'

let lastMs = 0
let sequence = 0
const longestStepBackMs = 60_000

/**
 * A UUID of version 7 for a given time: 48 bits of milliseconds, a counter that rises within one millisecond, 62 random
 * bits (RFC 9562 §5.7, method 1). Made from the product's clock, so that ids follow product time.
 */
export function uuidV7(ms: number): string {
  // A clock that steps back a little stays in order; one that is far behind is another clock.
  if (ms > lastMs || ms < lastMs - longestStepBackMs) {
    lastMs = ms
    sequence = 0
  } else {
    sequence = (sequence + 1) & 0xfff
    if (sequence === 0) lastMs += 1
  }
  const random = randomPart()
  const time = lastMs.toString(16).padStart(12, '0')
  const counter = sequence.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${random.slice(0, 4)}-${random.slice(4)}`
}

/** Below every UUID of version 7 that was made at a time or later, and above those made before. */
export function uuidV7Floor(ms: number): string {
  const time = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

// Random bytes are fetched in blocks: one system call for 512 ids.
let pool = ''
let at = 0
function randomPart(): string {
  if (at + 16 > pool.length) {
    pool = randomBytes(4096).toString('hex')
    at = 0
  }
  const part = pool.slice(at, at + 16)
  at += 16
  const variant = ((Number.parseInt(part.charAt(0), 16) & 0x3) | 0x8).toString(16)
  return variant + part.slice(1)
}
