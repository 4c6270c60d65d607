import { readArguments, type BenchParams } from './arguments.ts'
import type { Figure } from './goals.ts'
import { openGround, type Ground } from './ground.ts'
import { report } from './report.ts'

/** Runs one part on a loaded database of its own and reports its figures. */
export async function runPart(
  part: string,
  bench: (params: BenchParams, ground: Ground) => Promise<Figure[]>,
): Promise<void> {
  const params = readArguments()
  const ground = await openGround(params)
  try {
    report(part, await bench(params, ground))
  } finally {
    await ground.close()
  }
}
