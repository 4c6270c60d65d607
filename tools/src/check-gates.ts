import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { listSources, packages, root } from './source-files.ts'

/** A gate: green when `complaint` is undefined, and then `summary` states how much it checked. */
export type Verdict = { readonly complaint?: string; readonly summary?: string }
/** `alone`: what it checks depends on the time that the machine has for it, so that no other gate runs beside it. */
export type Gate = { readonly name: string; readonly run: () => Promise<Verdict>; readonly alone?: boolean }

type Ended = { code: number; output: string }

/** Runs a program of the project on this Node to its end; `script` is relative to the root. */
export async function runTool(script: string, args: readonly string[], cwd: string = root): Promise<Ended> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  return await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

const plain = (name: string, script: string, args: readonly string[] = []): Gate => ({
  name,
  async run() {
    const { code, output } = await runTool(script, args)
    return code === 0 ? { summary: output.trim().split('\n').at(-1) ?? '' } : { complaint: output }
  },
})

const sourcePaths = (): string[] => listSources([...packages], ['.ts', '.tsx']).map(({ path }) => path)

// What runs on the machine alone is one program: server, tools and benches read the same files. Journeys see both the page
// and the machine, so they are projects of their own.
const projects = [
  'protocol',
  'proofs',
  'tsconfig.node.json',
  'ui',
  'web',
  'console',
  'web/build',
  'web/test',
  'web/test/fixtures/router-page',
  'console/test',
]

const types: Gate = {
  name: 'types',
  async run() {
    const failed: string[] = []
    const read = new Set<string>()
    for (const project of projects) {
      // Each of several checkers works out the types that they share by itself: one takes half the processor's time of four.
      const args = ['-p', project, '--checkers', '1', '--listFiles', '--pretty', 'false']
      const { code, output } = await runTool('node_modules/typescript/bin/tsc', args)
      const lines = output.split('\n')
      for (const file of lines.filter(isAbsolute)) read.add(relative(root, file).split(sep).join('/'))
      if (code !== 0) failed.push(lines.filter((line) => !isAbsolute(line)).join('\n'))
    }
    // A file that no project includes passes in silence.
    const unread = sourcePaths().filter((path) => !read.has(path))
    if (unread.length > 0) failed.push(`no project reads these files:\n${unread.join('\n')}`)
    const summary = `${projects.length} projects, ${sourcePaths().length} files`
    return failed.length === 0 ? { summary } : { complaint: failed.join('\n') }
  },
}

// A pattern in ignorePatterns that drops files is silent, so the linter's own count must reach ours.
const lint: Gate = {
  name: 'lint',
  async run() {
    const { code, output } = await runTool('node_modules/oxlint/bin/oxlint', ['.'])
    // One line a finding; that form does not contain how many files were checked.
    if (code !== 0)
      return { complaint: (await runTool('node_modules/oxlint/bin/oxlint', ['--format=unix', '.'])).output }
    const linted = Number(/ on (\d+) files/.exec(output)?.[1] ?? 0)
    // Less by one: the generated file of the tables.
    return linted >= sourcePaths().length - 1
      ? { summary: `${linted} files` }
      : { complaint: `the linter checked ${linted} of ${sourcePaths().length} files` }
  },
}

const noise = /‼ missing-tsc-transpiler[\s\S]*$/
const ruleNames = (): string[] =>
  [...readFileSync(join(root, '.dependency-cruiser.cjs'), 'utf8').matchAll(/rule\(\s*'([a-z-]+)'/g)].map(
    (match) => match[1] ?? '',
  )
const cruise = async (cwd: string, folders: readonly string[]): Promise<Ended> =>
  await runTool(
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    ['--config', join(root, '.dependency-cruiser.cjs'), ...folders],
    cwd,
  )

// The tool reads nothing and is content when its parser is missing: it must see every file, and find every planted sin.
const imports: Gate = {
  name: 'imports',
  async run() {
    const sins = await cruise(join(root, 'tools/fixtures/sins'), [
      'protocol',
      'proofs',
      'server',
      'ui',
      'web',
      'console',
    ])
    const blind = ruleNames().filter((name) => !sins.output.includes(` ${name}: `))
    if (blind.length > 0) return { complaint: `these rules do not find the sin planted for them: ${blind.join(', ')}` }
    const { code, output } = await cruise(root, packages)
    if (code !== 0) return { complaint: output.replace(noise, '') }
    const modules = Number(/\((\d+) modules/.exec(output)?.[1] ?? 0)
    if (modules < sourcePaths().length)
      return { complaint: `only ${modules} modules were checked, of ${sourcePaths().length} files` }
    return { summary: `${modules} modules, ${ruleNames().length} rules tried on sins` }
  },
}

const lock: Gate = {
  name: 'lock',
  async run() {
    const text = readFileSync(join(root, 'package-lock.json'), 'utf8')
    if (/"resolved": "http/.test(text))
      return { complaint: 'package-lock.json names a registry: install with the .npmrc of the project' }
    const completed = await runTool('tools/complete-lock.mjs', ['--check'])
    if (completed.code !== 0) return { complaint: completed.output }
    const npm = process.env['npm_execpath']
    if (npm === undefined) return { summary: 'npm ci not tried: run this through npm' }
    const child = spawn(process.execPath, [npm, 'ci', '--dry-run', '--ignore-scripts', '--loglevel=error'], {
      cwd: root,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => (output += part))
    const code = await new Promise((resolve) => child.on('close', resolve))
    return code === 0 ? { summary: 'npm ci accepts it' } : { complaint: output }
  },
}

/** Every gate but the tests, the longest first: they run side by side. */
export const gates: readonly Gate[] = [
  types,
  lint,
  plain('format', 'node_modules/oxfmt/bin/oxfmt', ['--check', '.']),
  imports,
  plain('unused', 'node_modules/knip/bin/knip.js', ['--no-progress']),
  plain('texts', 'tools/src/texts/check-texts.ts'),
  lock,
  // Its database ends a call that takes too long.
  { ...plain('table types', 'tools/src/db-types.ts', ['--verify']), alone: true },
  { ...plain('start', 'tools/src/smoke-start.ts'), alone: true },
]

export const tests: Gate = {
  ...plain('tests', 'node_modules/vitest/vitest.mjs', ['run', '--reporter=dot']),
  alone: true,
}
