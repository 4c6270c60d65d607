import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/src/longest-first.ts'

const shared = {
  pool: 'forks',
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // What is waited for may take longer on a busy machine than the second a poll waits by itself.
  expect: { poll: { timeout: 15_000 } },
} as const
const testsOf = (...folders: string[]): string[] =>
  folders.flatMap((folder) => [`${folder}/**/*.test.ts`, `${folder}/**/*.test.tsx`])

/**
 * Three projects, so that a run of pure tests alone starts no database, and only journeys start server and browser. Forks
 * beat threads, because every test file of the server talks to the one test cluster. Two to four of them: many tests wait.
 */
export default defineConfig({
  test: {
    maxWorkers: Math.min(4, Math.max(2, availableParallelism())),
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
          // Files of one worker follow one another in one process, which reads the server's sources once and has them
          // compiled: half the work. What a file opens is its own, and it closes it.
          isolate: false,
          include: testsOf('server/src', 'server/test', 'bench/src'),
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          testTimeout: 90_000,
          // A page shares the machine with a server and a browser: a second try tells a slow moment from a fault, and
          // whatever needed it is named at the end of the run. Tests of the server have one try: their database keeps
          // what the first one wrote, so that a second would prove nothing.
          retry: 1,
          include: testsOf('web/test', 'console/test'),
          setupFiles: ['web/test/no-violations.ts'],
          globalSetup: ['web/test/global-setup.ts'],
        },
      },
    ],
  },
})
