import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { refuse } from './refusal.ts'

/** A file that was sent, on disk and without a name there; the route reads it and does not close it. */
export type UploadedFile = {
  readonly fd: number
  readonly size: number
  /** Its first bytes. */
  readonly head: Buffer
}
/** Where files wait while they are inspected, and how large one may be at most. */
export type UploadRules = { readonly folder: string; readonly maxBytes: number }
export type Upload = {
  readonly fields: Readonly<Record<string, string>>
  readonly file: UploadedFile | undefined
  close(): Promise<void>
}

const headLength = 32
const limits = { fields: 4, fieldNameSize: 40, fieldSize: 200, files: 1, parts: 6, headerPairs: 20 }

/** Makes the folder for files on their way. What lies there with a name is left from a process that ended. */
export function makeUploadFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true })
}

/**
 * Reads a call of fields and one file named `file` (multipart/form-data). The file goes to disk piece by piece and loses
 * its name there at once, so nothing is left of it when the process ends. Refuses 40018 above `maxBytes`, 40020 for
 * anything that is no such call.
 */
export async function readUpload(request: FastifyRequest, { folder, maxBytes }: UploadRules): Promise<Upload> {
  const type = request.headers['content-type']
  if (type === undefined || !/^multipart\/form-data; ?boundary=/i.test(type) || type.length > 200)
    throw malformed('type')
  // Before a byte is read; the rest of the call is short.
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + 16_384) {
    request.raw.resume()
    throw refuse('fileTooLarge', { maxBytes: maxBytes })
  }
  const path = join(folder, randomUUID())
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path).catch(() => {})
  try {
    return await readParts(request, { type, maxBytes, handle })
  } catch (cause) {
    await handle.close()
    request.raw.unpipe()
    request.raw.resume()
    throw cause
  }
}

type Reading = { type: string; maxBytes: number; handle: FileHandle }

async function readParts(request: FastifyRequest, { type, maxBytes, handle }: Reading): Promise<Upload> {
  const fields: Record<string, string> = {}
  let taking: Promise<Taken> | undefined
  let sent: Readable | undefined
  let failed: unknown
  let tooMany = false
  const busboy = new Busboy({
    headers: { ...request.headers, 'content-type': type },
    limits: { ...limits, fileSize: maxBytes + 1 },
  })
  busboy.on('file', (name: string, stream: Readable) => {
    if (name !== 'file' || taking !== undefined) {
      tooMany = true
      stream.resume()
      return
    }
    sent = stream
    taking = take(stream, handle)
    taking.catch((cause: unknown) => {
      failed = cause
      // A disk that is full ends the reading at once; no call waits for the rest of the file.
      busboy.destroy()
    })
  })
  busboy.on('field', (name: string, value: string) => {
    if (Object.hasOwn(fields, name) || !/^[a-z][A-Za-z]*$/.test(name)) tooMany = true
    fields[name] = value
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    busboy.on(limit, () => void (tooMany = true))
  try {
    await pipeline(request.raw, busboy)
  } catch {
    sent?.destroy()
    throw isOfDisk(failed) ? failed : malformed('malformed')
  }
  const taken = await taking
  if (tooMany) throw malformed('malformed')
  if (taken !== undefined && taken.size > maxBytes) throw refuse('fileTooLarge', { maxBytes: maxBytes })
  const file = taken && { fd: handle.fd, size: taken.size, head: taken.head }
  return { fields, file, close: () => handle.close() }
}

const isOfDisk = (cause: unknown): boolean => cause instanceof Error && 'syscall' in cause

type Taken = { size: number; head: Buffer }

/** Writes a stream into a file, at offsets of its own, so that a later reader begins at its beginning. */
async function take(stream: Readable, handle: FileHandle): Promise<Taken> {
  let size = 0
  let head = Buffer.alloc(0)
  for await (const part of stream as AsyncIterable<Buffer>) {
    if (head.length < headLength) head = Buffer.concat([head, part]).subarray(0, headLength)
    await writeWhole(handle, part, size)
    size += part.length
  }
  return { size, head }
}

/** Writes all of a part: a disk that is nearly full takes less than it is given, and fails with the next write. */
async function writeWhole(handle: FileHandle, part: Buffer, position: number): Promise<void> {
  for (let done = 0; done < part.length;) {
    const { bytesWritten } = await handle.write(part, done, part.length - done, position + done)
    if (bytesWritten === 0) throw Object.assign(new Error('the disk takes no more of a file'), { syscall: 'write' })
    done += bytesWritten
  }
}

const malformed = (reason: string): Error => refuse('dataIncomplete', { fields: [{ field: 'body', reason }] })
