import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { freePort, postgresPids, untilReady, type RunningProduct } from './running-product.ts'
import { productFolder } from '../fast-folder.ts'
import { promised } from '../promised.ts'

// `npm start` as a person runs it, with npm above it: one signal to the whole group is one orderly end.
const root = fileURLToPath(new URL('../../../', import.meta.url))
const dataDir = productFolder()
const groups = new Set<number>()
afterAll(() => {
  for (const group of groups) for (const pid of membersOf(group)) process.kill(pid, 'SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

const statOf = (pid: string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}
/** Living processes of a group. */
const membersOf = (group: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => statOf(name)[2] === String(group) && statOf(name)[0] !== 'Z')
    .map(Number)

type Started = Omit<RunningProduct, 'started'> & { group: number; code: Promise<number | null>; all: () => string }

async function startWithNpm(): Promise<Started> {
  const port = await freePort()
  const child = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      CONSOLE_PORT: String(await freePort()),
      DATA_DIR: dataDir,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const code = once(child, 'close').then(([exit]) => exit as number | null)
  const group = child.pid ?? 0
  groups.add(group)
  const product = { port, child, ended: code, output: () => output, group, code, all: () => output }
  await untilReady(product)
  // Ready before it has reported so.
  await expect.poll(() => output).toContain('is ready after')
  return product
}

/** A call of which the half is sent. */
async function halfSent(port: number): Promise<{ socket: Socket; rest: string; received: Promise<string> }> {
  const body = JSON.stringify({ account: 'amy', password: 'amy-tries-things' })
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  socket.on('error', () => {})
  socket.write(
    `POST /swx/customer/login/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  )
  // The server has begun with it.
  await expect.poll(() => text).toContain('100 Continue')
  return { socket, rest: body.slice(5), received: once(socket, 'close').then(() => text) }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s to the whole group of npm start ends it once, in order, with 0',
  { timeout: 180_000 },
  async (signal) => {
    const { group, port, code, all } = await startWithNpm()
    const { postmaster } = postgresPids(dataDir)
    const ws = new WebSocket(`ws://127.0.0.1:${port}/message`)
    await once(ws, 'message')
    const closed = once(ws, 'close')
    const call = await halfSent(port)
    const before = all().length
    process.kill(-group, signal)
    expect((await closed)[0]).toBe(1001)
    // The database is there for the call that was on its way.
    call.socket.write(call.rest)
    expect(await call.received).toMatch(/HTTP\/1\.1 200 .*"code":200/s)
    expect(await code).toBe(0)
    // Nothing failed because it was ended.
    expect(all().slice(before)).not.toMatch(/Error|fail|could not|were not|was not|does not respond|again/)
    expect(membersOf(group)).toEqual([])
    expect(existsSync(`/proc/${postmaster}`)).toBe(false)
  },
)

test('a second signal ends it at once', async () => {
  const { group, port, code } = await startWithNpm()
  const { postmaster } = postgresPids(dataDir)
  const call = await halfSent(port)
  process.kill(-group, 'SIGTERM')
  await wait(1200)
  expect(membersOf(group).length).toBeGreaterThan(0)
  const began = performance.now()
  process.kill(-group, 'SIGTERM')
  expect(await code).not.toBe(0)
  expect(performance.now() - began).toBeLessThan(promised(3000))
  call.socket.destroy()
  await expect.poll(() => [membersOf(group), existsSync(`/proc/${postmaster}`)]).toEqual([[], false])
})
