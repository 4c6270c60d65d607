import { expect, test } from 'vitest'
import { runAwayDrill } from './away-drill.ts'

test(
  'without its database the product reports it within 3 s, and is itself again within 10 s',
  { timeout: 120_000 },
  async () => {
    const result = await runAwayDrill(3000)
    expect(result).toMatchObject({ lost: 0, doubled: 0, unresolved: 0, broken: [] })
    expect(result.acknowledged).toBeGreaterThan(0)
    expect(result.whileAway.length).toBeGreaterThan(0)
    for (const response of result.whileAway) {
      expect(response).toMatchObject({ status: 503, code: 10092 })
      expect(response.ms).toBeLessThan(3000)
    }
    expect(result.backMs).toBeLessThan(10_000)
  },
)
