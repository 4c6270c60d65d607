import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/src/longest-first.ts'

const shared = {
  pool: 'forks',
  // Files of one worker follow one another in one process, which reads the sources once and has them compiled: half the
  // work. What a file opens, stubs or keeps in a module's state it closes, restores or begins with itself.
  isolate: false,
  // Bounds for what hangs: on a busy machine a test that waits for a state takes as long as it takes.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
} as const
const testsOf = (...folders: string[]): string[] =>
  folders.flatMap((folder) => [`${folder}/**/*.test.ts`, `${folder}/**/*.test.tsx`])

/**
 * Three projects, so that a run of pure tests alone starts no database, and only journeys start server and browser. Forks
 * beat threads, because every test file of the server talks to the one test cluster. Two a core, four at most: many tests
 * wait. None has a second try: it would hide a fault, and what a first one wrote would be in its way.
 */
export default defineConfig({
  test: {
    maxWorkers: Math.min(4, 2 * availableParallelism()),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'pure',
          include: testsOf(
            'protocol/src',
            'proofs/src',
            'proofs/test',
            'ui/src',
            'web/src',
            'web/build',
            'console/src',
            'tools/src',
          ),
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: testsOf('server/src', 'server/test', 'bench/src'),
          setupFiles: ['server/test/no-keep-alive.ts'],
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: testsOf('web/test', 'console/test'),
          setupFiles: ['server/test/no-keep-alive.ts', 'web/test/no-violations.ts'],
          globalSetup: ['web/test/global-setup.ts'],
        },
      },
    ],
  },
})
