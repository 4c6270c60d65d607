// `npm test`: from a fresh clone to the result of every test; arguments go to the runner (a path, -t NAME).
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
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

rmSync(join(results, 'failures.txt'), { force: true })
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

// Which tests failed stands once more at the end: what a test prints in the middle of a long run is soon out of sight.
const LONGEST_MESSAGE = 1500
const outsideLibraries = (message) =>
  message
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .join('\n')
    .slice(0, LONGEST_MESSAGE)
const failures = all.testResults.flatMap(({ name, status: state, message, assertionResults }) => {
  const file = relative(root, name)
  const failed = assertionResults.filter((result) => result.status === 'failed')
  if (failed.length === 0 && state === 'failed') return [`FAILED ${file}\n${outsideLibraries(message)}`]
  return failed.map(
    (result) => `FAILED ${file} > ${result.fullName}\n${outsideLibraries(result.failureMessages.join('\n'))}`,
  )
})
writeFileSync(join(results, 'failures.txt'), failures.map((failure) => `${failure}\n`).join('\n'))
if (failures.length > 0) console.error(`\n${failures.join('\n\n')}`)
process.exitCode = status
