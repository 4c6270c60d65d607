import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reporter, TestCase } from 'vitest/node'

const file = fileURLToPath(new URL('../../test-results/second-tries.json', import.meta.url))

/** A reporter that names, at the end of a run, every test that failed before it passed: nobody else would say so. */
// The runner takes a reporter by its default export.
// oxlint-disable-next-line import/no-default-export
export default class SecondTries implements Reporter {
  readonly #found: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) this.#found.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }

  onTestRunEnd(): void {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(this.#found, undefined, 1))
    for (const name of this.#found) console.log(`passed only at its second try: ${name}`)
  }
}
