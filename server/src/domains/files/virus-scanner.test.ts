import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVirusScanner } from './virus-scanner.ts'

// A clamd stands outside the product: this one speaks its protocol, and takes one word for a virus.
const folder = mkdtempSync(join(tmpdir(), 'evenhand-scanner-'))
const path = join(folder, 'clamd.ctl')
const word = 'a virus of this test'
let respondNext: ((socket: Socket) => void) | undefined

/** The stream that INSTREAM brought, once its empty part has come; throws on any other command. */
function streamOf(sent: Buffer): Buffer | undefined {
  const command = Buffer.from('zINSTREAM\0')
  if (sent.length < command.length) return undefined
  if (!sent.subarray(0, command.length).equals(command)) throw new Error('another command')
  const parts: Buffer[] = []
  for (let at = command.length; at + 4 <= sent.length;) {
    const length = sent.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    parts.push(sent.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

const response = (socket: Socket): void => {
  let sent = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (part: Buffer) => {
    sent = Buffer.concat([sent, part])
    if (respondNext !== undefined) {
      respondNext(socket)
      respondNext = undefined
      return
    }
    const stream = streamOf(sent)
    if (stream !== undefined) socket.end(stream.includes(word) ? 'stream: Test.Signature FOUND\0' : 'stream: OK\0')
  })
}
const server = createServer(response)
beforeAll(() => new Promise<void>((resolve) => void server.listen(path, resolve)))
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})

const fileOf = async <T>(content: Buffer, use: (fd: number) => Promise<T>): Promise<T> => {
  const name = join(folder, 'file')
  writeFileSync(name, content)
  const fd = openSync(name, 'r')
  try {
    return await use(fd)
  } finally {
    closeSync(fd)
  }
}

test('a file is scanned whole, from memory and from disk, by socket and by port', async () => {
  const clean = Buffer.alloc(300_000, 'x')
  const infected = Buffer.concat([clean, Buffer.from(word)])
  const scan = createVirusScanner({ path })
  expect(await scan({ bytes: clean })).toBe('clean')
  expect(await scan({ bytes: infected })).toBe('infected')
  expect(await fileOf(clean, (fd) => scan({ fd }))).toBe('clean')
  expect(
    await fileOf(infected, async (fd) => [
      await scan({ fd }),
      // What reads the file after it begins at its first byte.
      await scan({ fd }),
    ]),
  ).toEqual(['infected', 'infected'])

  const overPort = createServer(response)
  await new Promise<void>((resolve) => void overPort.listen(0, '127.0.0.1', resolve))
  const { port } = overPort.address() as AddressInfo
  expect(await createVirusScanner({ host: '127.0.0.1', port })({ bytes: clean })).toBe('clean')
  await new Promise((resolve) => overPort.close(resolve))
})

test('a scanner that does not report whether it is clean is no scanner that found nothing', async () => {
  const bytes = Buffer.alloc(1_000_000)
  const scanEndedBy = (end: (socket: Socket) => void) => {
    respondNext = end
    return createVirusScanner({ path })({ bytes })
  }
  await expect(scanEndedBy((socket) => socket.end('INSTREAM size limit exceeded. ERROR\0'))).rejects.toThrow()
  await expect(scanEndedBy((socket) => socket.destroy())).rejects.toThrow()
  await expect(scanEndedBy((socket) => socket.end())).rejects.toThrow()
  await expect(createVirusScanner({ path: join(folder, 'none') })({ bytes })).rejects.toThrow('ENOENT')
})
