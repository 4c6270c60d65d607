import { readArguments, type BenchOf } from './arguments.ts'
import type { Figure } from './goals.ts'
import { openGround, type Ground } from './ground.ts'
import { report } from './report.ts'

/** Runs one part on a loaded database of its own and reports its figures. */
export async function runPart(part: string, bench: (of: BenchOf, ground: Ground) => Promise<Figure[]>): Promise<void> {
  const of = readArguments()
  const ground = await openGround(of)
  try {
    report(part, await bench(of, ground))
  } finally {
    await ground.close()
  }
}
