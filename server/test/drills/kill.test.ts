import { expect, test } from 'vitest'
import { runKillDrill } from './kill-drill.ts'

test('kill -9 of server, database and both under load loses and doubles nothing', { timeout: 240_000 }, async () => {
  const results = await runKillDrill({ kills: ['server', 'database', 'both'], accounts: 1500 })
  for (const result of results) {
    expect(result).toMatchObject({ lost: 0, doubled: 0, unresolved: 0, broken: [] })
    expect(result.acknowledged).toBeGreaterThan(0)
    // With nothing in flight the kill would have proved nothing.
    expect(result.indeterminate).toBeGreaterThan(0)
    // The promise is 15 s, and the fifty kills of `npm run check:full` are held to it; other tests run beside this one.
    expect(result.readyMs).toBeLessThan(30_000)
  }
})
