import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { root } from './source-files.ts'

// `npm run dev`: the server, which starts again when its sources or SQL change, and the development servers of both apps,
// which replace modules in the open page. The sandbox's data stays in DATA_DIR.

const { PORT = '3000', CONSOLE_PORT = '3001', DEV_PORT = '5173' } = process.env
const ports = { web: Number(DEV_PORT), console: Number(DEV_PORT) + 1 }

function start(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
}

const vite = (app: 'web' | 'console', env: Readonly<Record<string, string>>): ChildProcess =>
  start(
    [
      join(root, 'node_modules/vite/bin/vite.js'),
      app,
      '--port',
      `${ports[app]}`,
      '--strictPort',
      '--clearScreen=false',
    ],
    env,
  )

const watched = ['server/src', 'server/db', 'protocol/src', 'proofs/src'].map((folder) => `--watch-path=${folder}`)
const children = [
  start([...watched, '--watch-preserve-output', 'server/src/main.ts'], { SERVE_APPS: 'off', API_PROCESSES: '0' }),
  vite('web', { API_ORIGIN: `http://127.0.0.1:${PORT}` }),
  vite('console', { CONSOLE_ORIGIN: `http://127.0.0.1:${CONSOLE_PORT}` }),
]
console.log(`  customer app   http://localhost:${ports.web}  (modules are replaced in the open page)`)
console.log(`  console        http://localhost:${ports.console}`)

// One that ends ends the others; npm and the terminal pass on their signal to all of them.
let code: number | undefined
function end(signal: NodeJS.Signals): void {
  for (const child of children) child.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal))
for (const child of children)
  child.on('exit', (status) => {
    code ??= status ?? 0
    process.exitCode = code
    end('SIGTERM')
  })
