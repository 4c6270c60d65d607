import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { post } from '@evenhand/protocol/route.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { fileBoundary, multipart } from '../../../test/uploads.ts'
import { makeUploadFolder } from './upload.ts'
import { createHttp, handleUpload, mountRoutes } from './http.ts'
import { silentLog } from '../log.ts'
import { promised } from '../../../test/promised.ts'

const folder = mkdtempSync(join(tmpdir(), 'evenhand-incoming-'))
const app = createHttp({})
const taken = post('/taken', {
  summary: 'Takes a file.',
  request: z.strictObject({ name: z.string() }),
  result: z.object({ size: z.int(), head: z.string(), stored: z.string() }),
  refusals: ['fileTooLarge'],
})
/** What lies on the disk, whatever the call counted. */
function hashOfStored(fd: number): string {
  const bytes = Buffer.alloc(200_000)
  return createHash('sha256')
    .update(bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, 0)))
    .digest('hex')
}
let sending = 0
const begin = () => {
  sending += 1
  return () => void (sending -= 1)
}
mountRoutes(
  app,
  [
    handleUpload(taken, { folder, maxBytes: 100_000, begin }, async (_request, _call, file) => ({
      size: file?.size ?? 0,
      head: file?.head.toString('hex') ?? '',
      stored: file === undefined ? '' : hashOfStored(file.fd),
    })),
  ],
  { log: silentLog, findSession: () => undefined, strict: true },
)
let port = 0
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const body = (size: number): Buffer =>
  multipart([
    ['name', 'one'],
    ['file', Buffer.alloc(size, 7), 'a.bin'],
  ])
const send = (payload: Buffer): Promise<{ code: number; result: { size: number } }> =>
  new Promise((resolve, reject) => {
    const headers = {
      'content-type': `multipart/form-data; boundary=${fileBoundary}`,
      'content-length': payload.length,
    }
    const requested = request({ port, method: 'POST', path: '/taken', headers }, (response) => {
      let text = ''
      response.on('data', (part: Buffer) => void (text += part.toString()))
      response.on('end', () => resolve(JSON.parse(text) as { code: number; result: { size: number } }))
    })
    requested.on('error', reject)
    requested.end(payload)
  })

test('a file is there while its call is served, without a name, and gone with it', async () => {
  expect(await send(body(70_000))).toMatchObject({ code: 200, result: { size: 70_000, head: '07'.repeat(32) } })
  expect(await send(body(0))).toMatchObject({ code: 200, result: { size: 0 } })
  expect((await send(body(100_001))).code).toBe(40018)
  expect((await send(body(100_000))).code).toBe(200)
  expect((await send(Buffer.from('--x'))).code).toBe(40020)
  expect([readdirSync(folder), sending]).toEqual([[], 0])
})

test('a disk that takes less than it is given stores all of a file, and one that takes nothing is a fault', async () => {
  const probe = await open(join(folder, 'probe'), 'wx')
  const handles = Object.getPrototypeOf(probe) as FileHandle
  await probe.close()
  rmSync(join(folder, 'probe'))
  const write = handles.write as unknown as (part: Buffer, from: number, length: number, at: number) => unknown
  const writes = vi.spyOn(handles, 'write')
  try {
    writes.mockImplementation(function (this: FileHandle, part: never, from: never, length: never, at: never) {
      return write.call(this, part, from, Math.min(length, 1000), at)
    } as never)
    const stored = createHash('sha256').update(Buffer.alloc(70_000, 7)).digest('hex')
    expect(await send(body(70_000))).toMatchObject({ code: 200, result: { size: 70_000, stored } })
    writes.mockResolvedValue({ bytesWritten: 0, buffer: Buffer.alloc(0) } as never)
    expect((await send(body(70_000))).code).toBe(10092)
  } finally {
    writes.mockRestore()
  }
  expect([readdirSync(folder), sending]).toEqual([[], 0])
})

test('a call that is cut ends, and leaves nothing', async () => {
  const payload = body(90_000)
  const headers = { 'content-type': `multipart/form-data; boundary=${fileBoundary}`, 'content-length': payload.length }
  const requested = request({ port, method: 'POST', path: '/taken', headers })
  const cut = new Promise((resolve) => requested.on('error', resolve))
  requested.write(payload.subarray(0, 40_000))
  await expect.poll(() => sending).toBe(1)
  requested.destroy(new Error('cut'))
  await cut
  await expect.poll(() => sending).toBe(0)
  expect((await send(payload.subarray(0, 40_000))).code).toBe(40020)
  expect([readdirSync(folder), sending]).toEqual([[], 0])
})

test('what a process left behind is removed at the next start', () => {
  writeFileSync(join(folder, 'left'), 'half a passport')
  makeUploadFolder(folder)
  expect(readdirSync(folder)).toEqual([])
})

test('a folder that is gone is a fault, returned at once', async () => {
  const began = performance.now()
  rmSync(folder, { recursive: true })
  expect((await send(body(90_000))).code).toBe(10092)
  expect(performance.now() - began).toBeLessThan(promised(2000))
  expect(sending).toBe(0)
  makeUploadFolder(folder)
  expect((await send(body(90_000))).code).toBe(200)
})
