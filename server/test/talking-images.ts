import { deflateSync } from 'node:zlib'
import { box, chunk, jp2, png, turnedWithPlace, withSegment } from './hand-images.ts'

// Pictures that say something beside what they show.

/** A PNG that tells in every way a PNG can: text in three forms, Exif, a colour profile, a time and a private chunk. */
export async function talkingPng(secret: string): Promise<Buffer> {
  const plain = await png()
  const told = Buffer.from(secret, 'latin1')
  const named = (name: string, body: Buffer): Buffer => Buffer.concat([Buffer.from(`${name}\0`, 'latin1'), body])
  return Buffer.concat([
    plain.subarray(0, 33),
    chunk('iCCP', named('profile\0', deflateSync(told))),
    chunk('tEXt', named('Comment', told)),
    chunk('zTXt', named('Author\0', deflateSync(told))),
    chunk('iTXt', named('XML:com.adobe.xmp\0\0\0\0', told)),
    chunk('eXIf', Buffer.concat([Buffer.from('4d4d002a00000008', 'hex'), told])),
    chunk('tIME', Buffer.alloc(7, 1)),
    chunk('seCr', told),
    plain.subarray(33),
    told,
  ])
}

/** A JPEG that tells in every way a JPEG can: Exif with a place, XMP, IPTC, a colour profile, a comment, a thumbnail. */
export async function talkingJpeg(secret: string): Promise<Buffer> {
  const told = Buffer.from(secret, 'latin1')
  const of = (name: string): Buffer => Buffer.concat([Buffer.from(`${name}\0`, 'latin1'), told])
  let file = await turnedWithPlace()
  file = withSegment(file, 0xfe, told)
  file = withSegment(file, 0xe1, of('http://ns.adobe.com/xap/1.0/'))
  file = withSegment(file, 0xe2, of('ICC_PROFILE\0\u0001\u0001'))
  file = withSegment(file, 0xed, of('Photoshop 3.0'))
  file = withSegment(file, 0xe0, of('JFXX\0\u0010'))
  return Buffer.concat([file, told])
}

/** The same in the box format of JPEG 2000: XML, a comment of the codestream, and a box with a name of its own. */
export async function talkingJp2(secret: string): Promise<Buffer> {
  const told = Buffer.from(secret, 'latin1')
  const plain = await jp2()
  return Buffer.concat([
    plain.subarray(0, 28),
    box('xml ', told),
    box('uuid', Buffer.concat([Buffer.alloc(16, 7), told])),
    plain.subarray(28),
    box('uuid', Buffer.concat([Buffer.alloc(16, 7), told])),
  ])
}
