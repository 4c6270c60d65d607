import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')
const ownScope = '@evenhand'

/**
 * Builds the customers' app of a commit in `folder`, with the packages that are installed here: a commit that needs others
 * is not built as it was. Returns the folder of the build. Throws where git does not know the commit or the build fails.
 */
export function buildCommit(commit: string, folder: string): string {
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['-C', root, 'archive', commit], { maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  linkPackages(folder)
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  execFileSync(process.execPath, [vite, 'build', join(folder, 'web'), '--logLevel', 'error'], { stdio: 'inherit' })
  return join(folder, 'web', 'dist')
}

/** Links what is installed, except the project's own packages, which are those of the commit. */
function linkPackages(folder: string): void {
  const to = join(folder, 'node_modules')
  mkdirSync(join(to, ownScope), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== ownScope) symlinkSync(join(root, 'node_modules', name), join(to, name))
  for (const name of readdirSync(join(root, 'node_modules', ownScope))) {
    symlinkSync(join(folder, name), join(to, ownScope, name))
    const own = join(root, name, 'node_modules')
    if (existsSync(own) && existsSync(join(folder, name))) symlinkSync(own, join(folder, name, 'node_modules'))
  }
}
