// `npm run check`: every gate, the same here and in continuous integration.
import { join } from 'node:path'
import { install, root, runPinned } from './prepare.mjs'

install()
process.exitCode = await runPinned(join(root, 'tools', 'src', 'check.ts'), process.argv.slice(2))
