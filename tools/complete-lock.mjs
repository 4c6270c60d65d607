// Completes package-lock.json with the platform packages that the registry used by the last `npm install` does not carry.
// npm leaves such packages out of the lock, and `npm ci` then refuses the lock on every machine. A stub holds what npm
// needs to know to pass over them elsewhere: version, platform, "optional". Run it after every change of a dependency.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '..', 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'windows']
const processors = {
  arm64: 'arm64',
  arm: 'arm',
  x64: 'x64',
  ia32: 'ia32',
  ppc64: 'ppc64',
  s390x: 's390x',
  riscv64: 'riscv64',
  wasm32: 'wasm32',
}

/** Where npm would find `name` from the package at `from`: its own node_modules, then each one above. */
function isLocked(from, name) {
  for (
    let at = from;
    ;
    at = at.includes('node_modules/') ? at.slice(0, at.lastIndexOf('node_modules/')).replace(/\/$/, '') : ''
  ) {
    if (lock.packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`]) return true
    if (at === '') return false
  }
}

function stub(name, range) {
  const words = name.split(/[/-]/)
  const system = systems.find((known) => words.includes(known))
  const processor = Object.keys(processors).find((known) => words.includes(known))
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined
  return {
    version: range.replace(/^[^\d]*/, ''),
    ...(processor && { cpu: [processors[processor]] }),
    ...(system === 'linux' && libc && { libc: [libc] }),
    optional: true,
    ...(system && { os: [system === 'windows' ? 'win32' : system] }),
  }
}

let added = 0
for (const [from, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(from, name)) continue
    lock.packages[`node_modules/${name}`] = stub(name, range)
    added += 1
  }
}
// npm skips an optional package whose engines its own Node does not meet; ours runs under the pinned Node all the same.
for (const entry of Object.values(lock.packages)) {
  if (entry.optional !== true || entry.os === undefined || entry.engines === undefined) continue
  delete entry.engines
  added += 1
}
const onlyCheck = process.argv.includes('--check')
if (added > 0 && !onlyCheck) {
  const sorted = Object.entries(lock.packages).toSorted(([a], [b]) =>
    a === '' ? -1 : b === '' ? 1 : a.localeCompare(b, 'en'),
  )
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`)
}
console.log(`${added} entries of platform packages ${onlyCheck ? 'are to be changed in' : 'changed in'} the lock.`)
if (onlyCheck && added > 0) {
  console.log('Run: node tools/complete-lock.mjs')
  process.exitCode = 1
}
