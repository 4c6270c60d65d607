import { useState } from 'react'
import { pinKeys } from '../../lib/pinned-keys.ts'
import type { CheckedFile, ReadFile } from './check-files.ts'

export const maxMegabytes = 20
export const maxFilesAtOnce = 20
const maxShown = 50

/** Why there is no result: a file too large or unreadable by its name, too many at once, or no keys to check with. */
export type Problem = { is: 'tooLarge' | 'notRead'; file: string } | { is: 'tooMany' } | { is: 'noKeys' }
export type Keys = { from: 'browser'; since: number; changed: boolean } | { from: 'file'; name: string }
export type Check = {
  readonly results: readonly CheckedFile[]
  readonly problem: Problem | undefined
  readonly keys: Keys | undefined
  readonly busy: boolean
}

const before: Check = { results: [], problem: undefined, keys: undefined, busy: false }

class Unread extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.is)
    this.problem = problem
  }
}

async function textOf(file: File): Promise<ReadFile> {
  if (file.size > maxMegabytes * 1_000_000) throw new Unread({ is: 'tooLarge', file: file.name })
  const text = await file.text().catch(() => undefined)
  if (text === undefined) throw new Unread({ is: 'notRead', file: file.name })
  return { name: file.name, text: text.replace(/^\ufeff/, '') }
}

/** Checks files as they are added, the newest first. A key file among them is what they and later ones are checked with. */
export function useCheck() {
  const [state, setState] = useState(before)
  const [ownKeys, setOwnKeys] = useState<ReadFile>()
  const check = async (files: readonly File[]): Promise<void> => {
    const [{ checkFiles }, { isKeyFile }] = await Promise.all([import('./check-files.ts'), import('./file-kind.ts')])
    if (files.length > maxFilesAtOnce) throw new Unread({ is: 'tooMany' })
    const read = await Promise.all(files.map(textOf))
    const brought = read.findLast(({ text }) => isKeyFile(text))
    if (brought !== undefined) setOwnKeys(brought)
    const own = brought ?? ownKeys
    const pinned = own === undefined ? await pinKeys().catch(() => undefined) : undefined
    const found = checkFiles(
      read.filter(({ text }) => !isKeyFile(text)),
      own?.text ?? pinned?.text ?? '',
    )
    if (found === undefined) throw new Unread({ is: 'noKeys' })
    const keys: Keys =
      own === undefined
        ? { from: 'browser', since: pinned?.since ?? 0, changed: pinned?.changed ?? false }
        : { from: 'file', name: own.name }
    setState(({ results }) => ({
      results: [...found, ...results].slice(0, maxShown),
      problem: undefined,
      keys,
      busy: false,
    }))
  }
  return {
    ...state,
    add(files: readonly File[]): void {
      if (files.length === 0) return
      setState((now) => ({ ...now, busy: true }))
      check(files).catch((cause: unknown) => {
        const problem: Problem = cause instanceof Unread ? cause.problem : { is: 'notRead', file: '' }
        setState((now) => ({ ...now, problem, busy: false }))
      })
    },
  }
}
