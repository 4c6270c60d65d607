// Plain JavaScript that any Node from 20 on runs: it prepares the ground for everything else, which needs the pinned Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const modules = join(root, 'node_modules')
const stamp = join(modules, '.evenhand-installed')

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** True when npm's own record of the last install has every package that the lock requires on this machine. */
function isInstalled(lock) {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record)) return false
  const found = readJson(record).packages
  return Object.entries(readJson(lock).packages).every(
    ([path, { version, optional, link }]) =>
      path === '' || !path.startsWith('node_modules/') || optional || link || found[path]?.version === version,
  )
}

/** Installs what is missing, exactly according to the lock and without running any package's scripts. */
export function install() {
  const lock = join(root, 'package-lock.json')
  const wanted = `${process.platform}-${process.arch} ${createHash('sha256').update(readFileSync(lock)).digest('hex')}`
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (!isInstalled(lock)) {
    console.log('Installing what is missing (about a minute the first time) …')
    runNpm([
      'ci',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '--include=dev',
      '--include=optional',
    ])
  }
  mkdirSync(modules, { recursive: true })
  writeFileSync(stamp, wanted)
}

function runNpm(args) {
  const own = process.env.npm_execpath
  const [command, before] = own?.endsWith('.js') ? [process.execPath, [own]] : ['npm', []]
  const { status } = spawnSync(command, [...before, ...args], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32' && command === 'npm',
  })
  if (status === 0) return
  console.error(
    'npm could not install the packages: see its message above, check that the npm registry can be reached, and start again.',
  )
  process.exit(1)
}

/** The Node that the project runs on: the one it installs, or on a platform without a package a system Node from 24 on. */
function pinnedNode() {
  const packaged = join(
    modules,
    `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (existsSync(packaged)) {
    linkNode(packaged)
    return packaged
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  console.error(
    `No Node 24 is packaged for ${process.platform}-${process.arch}: install Node 24 or newer and start again.`,
  )
  return process.exit(1)
}

/** npm 10 makes no link to the packaged Node, and npm scripts find `node` by that link. */
function linkNode(packaged) {
  const link = join(modules, '.bin', 'node')
  if (existsSync(link) || process.platform === 'win32') return
  try {
    // One that leads nowhere is left of a clone that was moved.
    rmSync(link, { force: true })
    symlinkSync(relative(dirname(link), packaged), link)
  } catch {
    // A read-only clone: scripts then use the system's Node, and we call the packaged one by its path anyway.
  }
}

/**
 * Runs a program on the pinned Node until it ends, passing on signals; returns its exit code. Ctrl-C reaches a terminal's
 * whole group, the program included, and is passed on only to one that counts the same signal once: `passesInterrupt`.
 */
export async function runPinned(script, args = [], { passesInterrupt = false } = {}) {
  const node = pinnedNode()
  // Compiled sources are kept between starts: a start of the product takes three fifths of the processor's time.
  const env = {
    NODE_COMPILE_CACHE: join(modules, '.cache', 'node'),
    ...process.env,
    PATH: [join(modules, '.bin'), process.env.PATH].join(delimiter),
  }
  const child = spawn(node, [script, ...args], { cwd: root, stdio: 'inherit', env })
  process.on('SIGINT', () => passesInterrupt && child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // npm ends without a signal to us when it is ended itself: then our parent changes, and the program serves no one.
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 1000)
  if (!process.env.npm_lifecycle_event) clearInterval(watch)
  watch.unref()
  return await new Promise((resolve) => {
    child.on('error', (cause) => {
      console.error(cause.message)
      resolve(1)
    })
    child.on('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}
