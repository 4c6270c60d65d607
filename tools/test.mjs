// `npm test`: from a fresh clone to the result of every test; arguments go to the runner (a path, -t NAME).
import { join } from 'node:path'
import { install, root, runPinned } from './prepare.mjs'

install()
const reporters = [
  '--reporter=default',
  '--reporter=json',
  `--reporter=${join(root, 'tools', 'src', 'second-tries.ts')}`,
  `--outputFile.json=${join(root, 'test-results', 'tests.json')}`,
]
process.exitCode = await runPinned(join(root, 'node_modules', 'vitest', 'vitest.mjs'), [
  'run',
  ...reporters,
  ...process.argv.slice(2),
])
