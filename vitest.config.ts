import { defineConfig } from 'vitest/config'

// What watches seconds, or shares the machine with a server and a browser, is tried once more: that tells a slow moment of
// the machine from a fault. A test that passes at the second try is named in the output.
const shared = { pool: 'forks', testTimeout: 30_000, hookTimeout: 60_000, retry: 1 } as const
const testsOf = (...folders: string[]): string[] =>
  folders.flatMap((folder) => [`${folder}/**/*.test.ts`, `${folder}/**/*.test.tsx`])

/**
 * Three projects, so that a run of pure tests alone starts no database, and only journeys start server and browser. Two
 * workers, because every test file of the server talks to the one test cluster, and forks beat threads there.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'pure',
          include: testsOf('protocol/src', 'proofs/src', 'proofs/test', 'ui/src', 'web/src', 'web/build', 'tools/src'),
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: testsOf('server/src', 'server/test', 'bench/src'),
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          testTimeout: 90_000,
          // A page on a busy machine may take longer than the second a poll waits by itself.
          expect: { poll: { timeout: 10_000 } },
          include: testsOf('web/test'),
          globalSetup: ['web/test/global-setup.ts'],
        },
      },
    ],
  },
})
