import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from './check-gates.ts'
import { clientCalls } from './client-types.ts'
import { root } from './source-files.ts'

// Builds the package `client/`: plain modules with their types, which depend on nothing. `npm run client`.

const client = join(root, 'client')
const dist = join(client, 'dist')
const given = ['wire.ts', 'codes.ts']

/** What of the package is compiled: its sources, the calls as they are now, and what it takes of the protocol. */
function gatherSources(to: string): void {
  for (const name of readdirSync(join(client, 'src')).filter((file) => !file.startsWith('receipts')))
    writeFileSync(
      join(to, name),
      readFileSync(join(client, 'src', name), 'utf8').replaceAll("'@evenhand/protocol/", "'./"),
    )
  for (const name of given) cpSync(join(root, 'protocol/src', name), join(to, name))
  writeFileSync(join(to, 'calls.ts'), clientCalls())
}

const options = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  declaration: true,
  rewriteRelativeImportExtensions: true,
  types: [],
  rootDir: '.',
  outDir: dist,
}

async function compile(): Promise<void> {
  // Beside the package, so that it is known to be of modules.
  const folder = mkdtempSync(join(client, '.build-'))
  try {
    gatherSources(folder)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }))
    const { code, output } = await runTool('node_modules/typescript/bin/tsc', ['-p', folder])
    if (code !== 0) throw new Error(output)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const receiptTypes = `export type Checked = { ok: boolean; findings: readonly { readonly is: string; readonly at: string }[] }
/**
 * Checks a receipt without any server: form, signatures, ticks and arithmetic. \`receipt\` is the result of \`orderReceipt\`,
 * \`keys\` that of \`publicKeys\`, kept from a time when it was trusted.
 */
export declare function checkReceipt(receipt: unknown, keys: unknown): Checked
`

/** The check of receipts as one file, with the signatures that it needs. */
async function bundleReceipts(): Promise<void> {
  const { code, output } = await runTool(
    'node_modules/vite/bin/vite.js',
    ['build', '--config', 'vite.config.ts'],
    client,
  )
  if (code !== 0) throw new Error(output)
  writeFileSync(join(dist, 'receipts.d.ts'), receiptTypes)
}

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist, { recursive: true })
await compile()
await bundleReceipts()
const sizes = readdirSync(dist)
  .filter((name) => name.endsWith('.js'))
  .map((name) => `${name} ${Math.ceil(statSync(join(dist, name)).size / 1024)} kB`)
console.log(`client/dist: ${sizes.join(', ')}`)
