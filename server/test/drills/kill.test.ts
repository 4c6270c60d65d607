import { expect, test } from 'vitest'
import type { Paid } from './count-money.ts'
import { runKillDrill } from './kill-drill.ts'

// How soon it is back is the matter of the fifty kills of `npm run check:full`, which run alone; others run beside this.
test(
  'kill -9 of each process, of the database and of all under load loses and doubles nothing',
  { timeout: 480_000 },
  async () => {
    const counted: Paid[] = []
    const unnotified: unknown[] = []
    const results = await runKillDrill({
      kills: ['api', 'clock', 'database', 'both'],
      accounts: 1500,
      // Other tests run beside this one: what it sends while nothing dies would only slow them.
      restMs: 250,
      onPaid: (paid) => counted.push(paid),
      onUnnotified: (missing) => unnotified.push(missing),
    })
    // Every withdrawal that the rule lets through is paid once, whatever died in between.
    expect(counted).toMatchObject([{ wrong: [] }])
    expect(counted[0]?.paid).toBeGreaterThan(0)
    // What is published with what happened is written as a notice, whichever process died in between.
    expect(unnotified).toEqual([{}])
    expect(results.reduce((sum, { moved }) => sum + moved, 0)).toBeGreaterThan(0)
    // Contracts open and close meanwhile, each once: their money is among what is re-added.
    expect(results.at(-1)?.closed).toBeGreaterThan(0)
    for (const result of results) {
      expect(result).toMatchObject({ lost: 0, doubled: 0, unresolved: 0, broken: [] })
      expect(result.acknowledged).toBeGreaterThan(0)
      // With nothing in flight the kill would have proved nothing; a clock that dies cuts no call off.
      if (result.killing !== 'clock') expect(result.indeterminate, JSON.stringify(result)).toBeGreaterThan(0)
    }
  },
)
