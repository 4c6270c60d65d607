import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './source-files.ts'

// Starts the program as a person would, with plain Node and an empty folder, asks it for its page, and ends it. Finds
// what the test runner hides: syntax that Node does not take, a wire left loose in main.ts, an end that does not end.

const patienceMs = 60_000

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
  stdio: ['ignore', 'ignore', 'inherit'],
})
const complaints: string[] = []
try {
  if (await becomesReady(child, origin)) {
    const seconds = (performance.now() - began) / 1000
    const page = await fetch(`${origin}/`, { headers: { accept: 'text/html' } })
    if (!page.ok || !(await page.text()).includes('<div id=')) complaints.push(`the page answers ${page.status}`)
    const docs = await fetch(`${origin}/docs`)
    if (!docs.ok) complaints.push(`/docs answers ${docs.status}`)
    const code = await end(child)
    if (code !== 0) complaints.push(`it ended with ${code ?? 'SIGKILL'}`)
    console.log(complaints.length === 0 ? `ready in ${seconds.toFixed(1)} s from nothing` : complaints.join(', '))
  } else {
    complaints.push('not ready')
    console.log(`not ready within ${patienceMs / 1000} s, exit code ${child.exitCode}`)
    await end(child)
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
process.exitCode = complaints.length > 0 ? 1 : 0
