// Runs one of the project's programs on the pinned Node, after installing what is missing: `node tools/run.mjs FILE …`.
import { join } from 'node:path'
import { install, root, runPinned } from './prepare.mjs'

install()
process.exitCode = await runPinned(join(root, process.argv[2] ?? ''), process.argv.slice(3))
