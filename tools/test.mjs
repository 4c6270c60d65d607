// `npm test`: from a fresh clone to the result of every test; arguments go to the runner (a path, -t NAME).
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { install, root, runPinned } from './prepare.mjs'

install()
const results = join(root, 'test-results')
const runner = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const args = process.argv.slice(2)

// The journeys' product records a thousand prices a second until its run ends: the other tests follow in a run of their own.
// A journey is a browser, a page and a server at work at once: a fourth beside them would only make each slower.
const runs =
  args.length > 0
    ? [args]
    : [
        ['--project=browser', '--maxWorkers=3'],
        ['--project=pure', '--project=server'],
      ]

mkdirSync(results, { recursive: true })
const parts = []
let status = 0
for (const [index, run] of runs.entries()) {
  const file = join(results, `run-${index}.json`)
  rmSync(file, { force: true })
  const code = await runPinned(runner, [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...run,
  ])
  status = Math.max(status, code)
  // Ended by hand or by a signal.
  if (code > 128) break
  if (existsSync(file)) parts.push(JSON.parse(readFileSync(file, 'utf8')))
  else status = Math.max(status, 1)
}

const counts = ['numPassedTests', 'numFailedTests', 'numPendingTests', 'numTodoTests']
const sum = (name) => parts.reduce((total, part) => total + part[name], 0)
const all = {
  ...Object.fromEntries(counts.map((name) => [name, sum(name)])),
  testResults: parts.flatMap((part) => part.testResults),
}
writeFileSync(join(results, 'tests.json'), JSON.stringify(all))
process.exitCode = status
