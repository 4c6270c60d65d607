// `npm run verify`: runs under the pinned Node, so that a receipt can be checked with whatever Node runs npm.
import { join } from 'node:path'
import { install, root, runPinned } from './prepare.mjs'

// The caller's file names begin where the caller stands, also without npm.
process.env.INIT_CWD ??= process.cwd()
let checked = false
// 1 means that a receipt is wrong; a machine that could not check it must not exit with it.
process.once('exit', (code) => {
  if (!checked && code !== 0) process.exitCode = 2
})
install()
const code = await runPinned(join(root, 'tools', 'src', 'verify.ts'), process.argv.slice(2))
checked = true
process.exitCode = code
