import { createReadStream } from 'node:fs'
import { connect } from 'node:net'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import type { VirusScannerAddress } from '../../kernel/config/virus-scanner-address.ts'
import type { Source } from './images/clean-image.ts'

/** Whether a scanner knows what a file carries. Throws where the scanner gives no verdict. */
export type VirusScanner = (source: Source) => Promise<'clean' | 'infected'>

const silentMs = 30_000
const partBytes = 64 * 1024

/**
 * Scans with a clamd by its command INSTREAM (man clamd, COMMANDS): parts, each behind its length in four bytes, an empty one at
 * the end, and one line as the response. A scanner that is away, silent for 30 s, or one that responds with an error throws: a file that
 * no scanner checked is not kept where one has to.
 */
export const createVirusScanner =
  (address: VirusScannerAddress): VirusScanner =>
  async (source) => {
    const socket = connect({ ...address, timeout: silentMs })
    socket.once('timeout', () => socket.destroy(new Error('the virus scanner is silent')))
    try {
      const response = text(socket)
      // Its end may come before ours: it stops reading a stream that is too long for it.
      await Promise.all([pipeline(partsOf(source), inParts(), socket, { end: false }), response])
      return verdictOf(await response)
    } finally {
      socket.destroy()
    }
  }

const partsOf = (source: Source): Readable =>
  'bytes' in source
    ? Readable.from([source.bytes])
    : createReadStream('', { fd: source.fd, start: 0, autoClose: false, highWaterMark: partBytes })

function inParts(): Transform {
  const lengthOf = (part: Uint8Array): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(part.length)
    return length
  }
  const framing = new Transform({
    transform(part: Uint8Array, _, done) {
      this.push(lengthOf(part))
      done(null, part)
    },
    flush(done) {
      done(null, Buffer.alloc(4))
    },
  })
  framing.push('zINSTREAM\0')
  return framing
}

/** `stream: OK`, `stream: NAME FOUND`, or an error that names what went wrong. */
function verdictOf(response: string): 'clean' | 'infected' {
  const line = response.replaceAll('\0', '').trim()
  if (line === 'stream: OK') return 'clean'
  if (line.endsWith(' FOUND')) return 'infected'
  throw new Error(`the virus scanner responded with "${line.slice(0, 200)}"`)
}
