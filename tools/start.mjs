// `npm start`: from a fresh clone to a running product.
import { join } from 'node:path'
import { install, root, runPinned } from './prepare.mjs'

install()
process.exitCode = await runPinned(join(root, 'server', 'src', 'main.ts'), process.argv.slice(2), {
  passesInterrupt: true,
})
