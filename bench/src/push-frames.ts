/** Frames of the shape and size that `/message` sends: the instruments that changed within a quarter of a second. */
export type PriceItem = { code: string; price: string; zdf: string; ts: number; seq: number }

const perFrame = 88
const everyMs = 250

export const frameEveryMs = everyMs

/** The next frame's items; prices move a little, as prices do, so that compression finds what it finds in life. */
export function createFrames(codes: readonly string[]): () => PriceItem[] {
  const cents = codes.map((_, index) => 1000 + ((index * 7919) % 5_000_000))
  let seq = 1000
  let sent = 0
  return () => {
    seq += 1
    const ts = Math.floor(Date.now() / 1000) * 1000
    return Array.from({ length: perFrame }, () => {
      const index = sent++ % codes.length
      const moved = (cents[index] ?? 0) + Math.floor(Math.random() * 21) - 10
      cents[index] = moved
      const text = String(Math.max(1, moved)).padStart(3, '0')
      return {
        code: codes[index] ?? '',
        price: `${text.slice(0, -2)}.${text.slice(-2)}`,
        zdf: ((moved % 977) / 100 - 4).toFixed(2),
        ts,
        seq,
      }
    })
  }
}
