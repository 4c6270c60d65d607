import { constants, deflateRawSync } from 'node:zlib'

/** One text message as the bytes of a WebSocket frame, made once for every socket. */
export type Frame = {
  /** For a client that negotiated no compression. */
  plain(): Buffer
  /** For a client that negotiated permessage-deflate without context takeover on our side; RSV1 set. */
  deflated(): Buffer
}

const textOpcode = 0x81
const compressed = 0x40

/** Encodes a message at first use in either form, and keeps it. */
export function frameOf(text: string): Frame {
  let plain: Buffer | undefined
  let deflated: Buffer | undefined
  return {
    plain: () => (plain ??= framed(textOpcode, Buffer.from(text))),
    deflated: () => (deflated ??= framed(textOpcode | compressed, deflate(Buffer.from(text)))),
  }
}

/** RFC 7692: a sync flush, without the four bytes 00 00 ff ff that end it. */
const deflate = (raw: Buffer): Buffer => deflateRawSync(raw, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -4)

/** RFC 6455 §5.2: final, not masked, with the shortest form of its length. */
function framed(first: number, payload: Buffer): Buffer {
  const { length } = payload
  if (length < 126) return Buffer.concat([Buffer.of(first, length), payload])
  const header = Buffer.alloc(length < 65_536 ? 4 : 10)
  header[0] = first
  header[1] = length < 65_536 ? 126 : 127
  if (length < 65_536) header.writeUInt16BE(length, 2)
  else header.writeUInt32BE(length, 6)
  return Buffer.concat([header, payload])
}
