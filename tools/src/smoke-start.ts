import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './source-files.ts'

// Starts the program as a person would, with plain Node and an empty folder, requests its page, and ends it. Finds
// what the test runner hides: syntax that Node does not take, a wire left loose in main.ts, an end that does not end.

const patienceMs = 90_000

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

async function becomesReady(child: ChildProcess, origin: string): Promise<boolean> {
  const until = performance.now() + patienceMs
  while (child.exitCode === null && performance.now() < until) {
    const ready = await fetch(`${origin}/health/ready`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return true
    await wait(100)
  }
  return false
}

async function end(child: ChildProcess): Promise<number | null> {
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
  const code = child.exitCode ?? (await new Promise<number | null>((resolve) => child.on('exit', resolve)))
  clearTimeout(late)
  return code
}

type CallResponse<R> = { code: number; result: R }

/** What the first customer of a new sandbox finds behind her, and whether the books hold for it; what is missing or wrong. */
async function checkPastWeek(origin: string): Promise<string[]> {
  let token = ''
  const call = async <R>(path: string, body?: object): Promise<R> => {
    const response = await fetch(`${origin}/swx/customer/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: token,
        virtually: path.startsWith('order/') ? 'YES' : 'NO',
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return ((await response.json()) as CallResponse<R>).result
  }
  const signedIn = await call<{ token: string }>('login/login', { account: 'amy', password: 'amy-tries-things' })
  token = signedIn.token
  type Row = { status: string }
  const statuses = async (path: string): Promise<string[]> => {
    const listed = await call<Row[] | { rows: Row[] }>(path)
    return (Array.isArray(listed) ? listed : listed.rows).map(({ status }) => status)
  }
  const wanted = {
    'order/listOptionsOrder?status=closed&page=1&size=100': ['WON', 'LOST', 'SOLD', 'VOID'],
    'order/listOptionsOrder?status=open': ['OPEN'],
    'user/listRecharge': ['CREDITED', 'SUBMITTED'],
    'user/listWithdrwal': ['COMPLETED', 'REVIEW'],
  }
  const missing = await Promise.all(
    Object.entries(wanted).map(async ([path, kinds]) => {
      const found = await statuses(path)
      return kinds.filter((kind) => !found.includes(kind)).map((kind) => `no ${kind} in ${path}`)
    }),
  )
  const checks = await call<{ kind: string; state: string }[]>('public/checks')
  const { figures } = await call<{ figures: { name: string; value: string | null }[] }>('public/stats')
  const coins = Number(figures.find(({ name }) => name === 'cryptoCount')?.value ?? 0)
  return [
    ...missing.flat(),
    ...(coins > 100 ? [] : [`the page shows at first that ${coins} coins are listed`]),
    ...checks.filter(({ state }) => state === 'failed').map(({ kind }) => `the check ${kind} failed`),
  ]
}

const dataDir = mkdtempSync(join(tmpdir(), 'evenhand-smoke-'))
// PostgreSQL, which is not root, must be able to enter; a closed folder would put the data elsewhere and leave them there.
chmodSync(dataDir, 0o755)
const [port, consolePort] = [await freePort(), await freePort()]
const origin = `http://127.0.0.1:${port}`
const env = {
  PATH: process.env['PATH'],
  HOME: dataDir,
  PORT: String(port),
  CONSOLE_PORT: String(consolePort),
  DATA_DIR: join(dataDir, 'data'),
}
const began = performance.now()
const child = spawn(process.execPath, [join(root, 'server/src/main.ts')], {
  cwd: root,
  env,
  stdio: ['ignore', 'ignore', 'pipe'],
})
let output = ''
child.stderr.setEncoding('utf8').on('data', (text: string) => {
  output += text
  process.stderr.write(text)
})
const complaints: string[] = []
try {
  if (await becomesReady(child, origin)) {
    const seconds = (performance.now() - began) / 1000
    const page = await fetch(`${origin}/`, { headers: { accept: 'text/html' } })
    if (!page.ok || !(await page.text()).includes('<div id=')) complaints.push(`the page returns ${page.status}`)
    const docs = await fetch(`${origin}/docs`)
    if (!docs.ok) complaints.push(`/docs returns ${docs.status}`)
    // A machine that is too busy leaves a part of the week out, and reports it.
    const isWhole = !output.includes('past week is incomplete')
    if (isWhole) complaints.push(...(await checkPastWeek(origin)))
    const code = await end(child)
    if (code !== 0) complaints.push(`it ended with ${code ?? 'SIGKILL'}`)
    console.log(
      complaints.length === 0
        ? `ready in ${seconds.toFixed(1)} s from nothing, ${isWhole ? 'with' : 'without all of'} the past week`
        : complaints.join(', '),
    )
  } else {
    complaints.push('not ready')
    console.log(`not ready within ${patienceMs / 1000} s, exit code ${child.exitCode}`)
    await end(child)
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
process.exitCode = complaints.length > 0 ? 1 : 0
