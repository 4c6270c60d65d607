import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const name = 'EvenhandCollectibles'
const source = fileURLToPath(new URL(`../../server/contracts/${name}.sol`, import.meta.url))
/** Where the compiled contract is kept, which the server reads: it needs no compiler. */
export const compiledFile = fileURLToPath(new URL('../../server/contracts/evenhand-collectibles.json', import.meta.url))

// The bytes follow from source, libraries and these settings alone: no path or time is in them.
const settings = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
  outputSelection: { '*': { [name]: ['evm.bytecode.object'] } },
}

type Compiler = {
  version(): string
  compile(input: string, callbacks: { import: (path: string) => { contents: string } | { error: string } }): string
}
type Output = {
  errors?: { formattedMessage: string }[]
  contracts?: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>
}
const require = createRequire(import.meta.url)

/** The contract of collectibles as the server deploys it. Throws what the compiler finds, warnings as well. */
export function compileContract(): { compiler: string; libraries: string; bytecode: string } {
  const solc = require('solc') as Compiler
  const { version } = require('@openzeppelin/contracts/package.json') as { version: string }
  const sources = { [`${name}.sol`]: { content: readFileSync(source, 'utf8') } }
  const output = JSON.parse(
    solc.compile(JSON.stringify({ language: 'Solidity', sources, settings }), {
      import: (path) => ({ contents: readFileSync(require.resolve(path), 'utf8') }),
    }),
  ) as Output
  const bytecode = output.contracts?.[`${name}.sol`]?.[name]?.evm.bytecode.object
  if (bytecode === undefined || (output.errors ?? []).length > 0)
    throw new Error((output.errors ?? []).map(({ formattedMessage }) => formattedMessage).join('\n'))
  return {
    compiler: `solc ${solc.version()}`,
    libraries: `@openzeppelin/contracts ${version}`,
    bytecode: `0x${bytecode}`,
  }
}
