import { expect, test } from 'vitest'
import { runStopDrill } from './stop-drill.ts'

test('SIGTERM under load ends in order and loses nothing', async () => {
  for (const result of await runStopDrill(1, 250)) {
    expect(result).toMatchObject({ exitCode: 0, lost: 0, doubled: 0, unresolved: 0, broken: [] })
    expect(result.acknowledged).toBeGreaterThan(0)
    expect(result.endedMs).toBeLessThan(10_000)
  }
})
