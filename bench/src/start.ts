import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { freePort, killings, startProduct, untilReady } from '../../server/test/drills/running-product.ts'
import { readArguments, type BenchParams } from './arguments.ts'
import { goals, median, type Figure } from './goals.ts'
import { report } from './report.ts'

/** From `npm start` to ready: the first time, warm, and after kill -9 of everything. */
export async function benchStart(params: BenchParams): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'evenhand-bench-'))
  execFileSync('chmod', ['755', dataDir])
  const installation = { dataDir, port: await freePort(), consolePort: await freePort(), env: { SANDBOX_WEEK: 'on' } }
  let product = startProduct(installation)
  const first = await untilReady(product, 120_000)
  const again = async (): Promise<number> => {
    product = startProduct(installation)
    return await untilReady(product, 120_000)
  }
  const [warm, killed]: [number[], number[]] = [[], []]
  try {
    for (let round = 0; round < params.rounds; round += 1) {
      product.child.kill('SIGTERM')
      await product.ended
      warm.push(await again())
      killings.both(product, dataDir)
      await product.ended
      killed.push(await again())
      console.log(`warm ${seconds(warm.at(-1))} s, after kill -9 ${seconds(killed.at(-1))} s`)
    }
  } finally {
    product.child.kill('SIGTERM')
    await product.ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  return figuresOf({ first, warm, killed })
}

const seconds = (ms = 0): string => (ms / 1000).toFixed(1)

function figuresOf({ first, warm, killed }: { first: number; warm: number[]; killed: number[] }): Figure[] {
  const part = 'start'
  const all = (times: readonly number[]): string => `${times.map(seconds).join(', ')} s`
  return [
    {
      part,
      what: 'start to ready on an empty folder',
      value: first / 1000,
      unit: 's',
      note: 'with initdb, migrations and, when it has changed, the build of the customer app',
    },
    {
      part,
      what: 'start to ready, warm',
      value: median(warm) / 1000,
      unit: 's',
      goal: goals.start,
      note: `median of ${all(warm)}; from the start of tools/start.mjs to /health/ready`,
    },
    {
      part,
      what: 'start to ready after kill -9 of everything',
      value: median(killed) / 1000,
      unit: 's',
      goal: goals.startAfterKill,
      note: `median of ${all(killed)}`,
    },
  ]
}

if (import.meta.main) report('start', await benchStart(readArguments()))
