const maxTags = 200

/** How a camera says that its picture is turned (Exif 2.3, tag 0x0112): 1 to 8, and 1 where it says nothing readable. */
export function exifOrientation(segment: Buffer): number {
  if (segment.length < 20 || segment.subarray(0, 6).toString('latin1') !== 'Exif\0\0') return 1
  const tiff = segment.subarray(6)
  const order = tiff.subarray(0, 2).toString('latin1')
  if (order !== 'II' && order !== 'MM') return 1
  const short = (at: number): number => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const start = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (start + 2 > tiff.length) return 1
  const count = Math.min(short(start), maxTags)
  for (let entry = start + 2; entry < start + 2 + count * 12 && entry + 12 <= tiff.length; entry += 12) {
    if (short(entry) !== 0x01_12) continue
    const value = short(entry + 8)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}
