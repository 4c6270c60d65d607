import {
  closeSync,
  existsSync,
  fdatasyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { SignedHead } from '@evenhand/proofs/head.ts'
import { utcText } from '@evenhand/proofs/utc.ts'

const dayFile = /^[0-9]{4}-[0-9]{2}-[0-9]{2}\.jsonl$/

/** One head a line, a file a UTC day. */
const fileOf = (head: SignedHead): string => `${utcText(head.time).slice(0, 10)}.jsonl`

function readHead(line: string, file: string): SignedHead {
  try {
    return JSON.parse(line) as SignedHead
  } catch {
    throw new Error(`a line of ${file} is not a head: put the file back from its copy, or move the folder away`)
  }
}

/** The newest head that stands whole in a folder; a line that a crash cut short is not one. Undefined in an empty folder. */
export function lastHeadIn(dir: string): SignedHead | undefined {
  mkdirSync(dir, { recursive: true })
  const files = readdirSync(dir)
    .filter((name) => dayFile.test(name))
    .toSorted()
  for (const name of files.toReversed()) {
    const whole = readFileSync(join(dir, name), 'utf8').split('\n').slice(0, -1)
    const last = whole.at(-1)
    if (last !== undefined) return readHead(last, join(dir, name))
  }
  return undefined
}

/**
 * The heads that stand whole in a folder, in the order they were written, of its newest days. A head covers everything
 * before it, so older ones add nothing but a narrower location where something differs.
 */
export function headsIn(dir: string, days: number): SignedHead[] {
  if (!existsSync(dir)) return []
  const files = readdirSync(dir)
    .filter((name) => dayFile.test(name))
    .toSorted()
    .slice(-days)
  return files.flatMap((name) => {
    const whole = readFileSync(join(dir, name), 'utf8').split('\n').slice(0, -1)
    return whole.map((line) => readHead(line, join(dir, name)))
  })
}

/** Appends heads to a folder and waits until the disk has them. Cuts off what a crash left of a line first. */
export function appendHeads(dir: string, heads: readonly SignedHead[]): void {
  mkdirSync(dir, { recursive: true })
  for (const [name, ofDay] of Map.groupBy(heads, fileOf)) {
    const file = join(dir, name)
    const descriptor = openSync(file, 'a+', 0o644)
    try {
      const held = readFileSync(descriptor)
      const end = held.lastIndexOf(10) + 1
      if (end < held.length) ftruncateSync(descriptor, end)
      writeSync(descriptor, ofDay.map((head) => `${JSON.stringify(head)}\n`).join(''))
      fdatasyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }
}
