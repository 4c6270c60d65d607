import { defineConfig } from 'vitest/config'

/** Two workers, because each server test file holds connections to the one test cluster and forks beat threads there. */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    include: ['*/src/**/*.test.ts', '*/src/**/*.test.tsx', '*/test/**/*.test.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
