import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { explain } from './failure.ts'
import { runAs, type Owner } from './owner.ts'

export const superuser = 'evenhand'

const alive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes clusters that a start began to make and was killed over. */
function removeHalfMade(folder: string): void {
  for (const left of readdirSync(folder)) {
    const pid = /^new-(\d+)$/.exec(left)?.[1]
    if (pid !== undefined && !alive(Number(pid))) rmSync(join(folder, left), { recursive: true, force: true })
  }
}

/**
 * The cluster's folder in `folder`, made when there is none. It is made under a name of our own and renamed, so that one
 * that was interrupted is never taken for whole.
 */
export async function makeCluster({
  owner,
  native,
  folder,
}: {
  owner: Owner
  native: string
  folder: string
}): Promise<string> {
  const whole = join(folder, 'cluster')
  if (existsSync(whole)) return whole
  removeHalfMade(folder)
  const made = join(folder, `new-${process.pid}`)
  const locale = ['-E', 'UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const args = ['-D', made, '-U', superuser, '--auth=trust', '--data-checksums', '--no-instructions', ...locale]
  const { code, stderr } = await runAs(owner, join(native, 'bin', 'initdb'), args)
  if (code !== 0) {
    rmSync(made, { recursive: true, force: true })
    throw explain(stderr, folder)
  }
  try {
    renameSync(made, whole)
  } catch (cause) {
    // Another start was faster; whether it still runs is seen when ours is started.
    rmSync(made, { recursive: true, force: true })
    if (!existsSync(whole)) throw cause
  }
  return whole
}
