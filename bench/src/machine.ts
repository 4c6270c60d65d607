import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeSync } from 'node:fs'
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

const timesOf = (pid: number): number[] => {
  try {
    // After the name in brackets; the kernel counts in steps of 10 ms.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields.slice(11, 15).map((ticks) => Number(ticks) * 10_000)
  } catch {
    return []
  }
}

/** CPU time that a process has used so far, in µs; 0 for one that is gone. */
export const cpuMicros = (pid: number): number =>
  timesOf(pid)
    .slice(0, 2)
    .reduce((sum, part) => sum + part, 0)

/** CPU time of a process, of its children that live, and of those that have ended, in µs. */
export const familyCpuMicros = (parent: number): number =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === parent)
    .reduce((sum, pid) => sum + cpuMicros(Number(pid)), 0) + timesOf(parent).reduce((sum, part) => sum + part, 0)

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return 0
  }
}
