import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')
export const packages = ['protocol', 'proofs', 'server', 'ui', 'web', 'console', 'bench', 'tools', 'client'] as const

export type SourceFile = { readonly path: string; readonly text: string }

const passed = /(^|\/)(node_modules|dist|fixtures)(\/|$)/

/** The files under `folders` (relative to the project's root, with /) whose names end in one of `ends`. */
export const listSources = (folders: readonly string[], ends: readonly string[]): SourceFile[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && ends.some((end) => entry.name.endsWith(end)))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((path) => !passed.test(path))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  )
