import sharp from 'sharp'

export type Difference = {
  /** Of all pixels, the share that differ. */
  share: number
  /** PNG of both beside each other and what differs in red. */
  picture(): Promise<Buffer>
}

/** By how much a channel of a pixel may differ: the edges of letters do by as much from one drawing to the next. */
const tolerance = 16
const channels = 4

/** Compares two pictures of a page, PNG; where one is larger, what is beyond the other differs. */
export async function compare(before: Buffer, after: Buffer): Promise<Difference> {
  const sizes = await Promise.all([sharp(before).metadata(), sharp(after).metadata()])
  const width = Math.max(...sizes.map((size) => size.width))
  const height = Math.max(...sizes.map((size) => size.height))
  const [first, second] = await Promise.all([pixelsOf(before, { width, height }), pixelsOf(after, { width, height })])
  const marked = Buffer.alloc(width * height * channels, 255)
  let count = 0
  for (let at = 0; at < marked.length; at += channels) {
    if (!differs(first, second, at)) continue
    count += 1
    marked.set([255, 0, 0], at)
  }
  return {
    share: count / (width * height),
    picture: () =>
      sharp({ create: { width: width * 3, height, channels, background: 'white' } })
        .composite(
          [first, second, marked].map((input, index) => ({
            input,
            raw: { width, height, channels },
            left: index * width,
            top: 0,
          })),
        )
        .png()
        .toBuffer(),
  }
}

const differs = (first: Buffer, second: Buffer, at: number): boolean => {
  for (let channel = at; channel < at + channels; channel += 1)
    if (Math.abs((first[channel] ?? 0) - (second[channel] ?? 0)) > tolerance) return true
  return false
}

/** The pixels of a picture on a transparent sheet of a size. */
async function pixelsOf(picture: Buffer, sheet: { width: number; height: number }): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata()
  return await sharp(picture)
    .ensureAlpha()
    .extend({ right: sheet.width - width, bottom: sheet.height - height, background: '#0000' })
    .raw()
    .toBuffer()
}
