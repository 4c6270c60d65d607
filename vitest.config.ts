import { defineConfig } from 'vitest/config'

const shared = { pool: 'forks', testTimeout: 30_000, hookTimeout: 60_000 } as const
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
          // A journey watches seconds on a machine that may be busy with the others; once more tells a slow moment from a fault.
          retry: 1,
          include: testsOf('web/test'),
          globalSetup: ['web/test/global-setup.ts'],
        },
      },
    ],
  },
})
