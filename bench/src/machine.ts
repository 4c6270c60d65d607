import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'

export type Machine = {
  cpu: string
  cores: number
  memoryGiB: number
  node: string
  /** One-minute load when the run began: above the number of cores, others were at work. */
  load: number
  /** 8 kB writes with fdatasync a second, on the disk that the run used. */
  syncsPerSecond: number
}

export const describeMachine = (): Machine => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.versions.node,
  load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  syncsPerSecond: syncRate(),
})

function syncRate(): number {
  const folder = mkdtempSync(join(tmpdir(), 'evenhand-sync-'))
  const file = openSync(join(folder, 'block'), 'w')
  const block = Buffer.alloc(8192, 1)
  const began = performance.now()
  let count = 0
  for (; performance.now() - began < 500; count += 1) {
    writeSync(file, block, 0, block.length, 0)
    fdatasyncSync(file)
  }
  closeSync(file)
  rmSync(folder, { recursive: true })
  return Math.round((count * 1000) / (performance.now() - began))
}

/** CPU time that processes have used so far, in µs; 0 for one that is gone. The kernel counts in steps of 10 ms. */
export const cpuMicros = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return sum + (Number(fields[11]) + Number(fields[12])) * 10_000
    } catch {
      return sum
    }
  }, 0)
