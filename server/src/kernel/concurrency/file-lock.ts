import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const alive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
    return false
  }
}

function holderOf(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Runs `task` while no other program on this machine is in a task of the same `file`, which exists meanwhile and names
 * its holder. One that a killed program left behind is passed over.
 */
export async function withFileLock<T>(file: string, task: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true })
  while (!take(file)) {
    const holder = holderOf(file)
    // A holder of 0 has made the file and not yet written its number.
    if (holder !== undefined && holder !== 0 && !alive(holder)) rmSync(file, { force: true })
    else await wait(50)
  }
  try {
    return await task()
  } finally {
    rmSync(file, { force: true })
  }
}
