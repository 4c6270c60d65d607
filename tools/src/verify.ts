#!/usr/bin/env node
import { closeSync, openSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { fileURLToPath } from 'node:url'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { readPublicKeys, type PublicKeys } from '@evenhand/proofs/public-keys.ts'
import { readRequest } from './verify-arguments.ts'
import { checkLedger, checks, type Outcome } from './verify-checks.ts'
import { textsIn } from './verify-text.ts'

const noKeys: PublicKeys = { byId: new Map(), crypto: nodeCrypto }

/** Runs the command: reads its files, checks, and prints the result. Touches nothing but the files it was given. */
export function runVerify(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Outcome {
  const request = readRequest(args, env)
  const textOf = textsIn(request.lang)
  if ('wrong' in request)
    return {
      code: 2,
      lines: [...(request.wrong === '' ? [] : [textOf('option', { at: request.wrong })]), textOf.usage],
    }
  if (request.command === 'help') return { code: 0, lines: [textOf.usage] }
  // npm runs its scripts in the project's folder; the caller's paths begin where the caller stands.
  const pathOf = (file: string): string => resolve(env['INIT_CWD'] ?? '', file)
  const wrong = (line: string): Outcome => ({ code: 2, lines: [line, textOf.usage] })
  const { command, files, key, at } = request
  // The export of a ledger may be larger than memory: it is read line by line.
  const [streamed, whole] = command === 'ledger' ? [files.slice(0, 1), files.slice(1)] : [[], files]
  const texts = whole.map((file) => contentOf(pathOf(file)))
  const lost = streamed.find((file) => !isFile(pathOf(file))) ?? whole[texts.indexOf(undefined)]
  if (lost !== undefined) return wrong(textOf('noFile', { at: lost }))
  const keyText = key === undefined ? '' : contentOf(pathOf(key))
  if (keyText === undefined) return wrong(textOf('noFile', { at: key }))
  const keys = key === undefined ? noKeys : readPublicKeys(keyText, nodeCrypto)
  if (keys === undefined) return wrong(textOf('noKey', { at: key }))
  const given = { files, at, texts: texts.map((text) => text ?? ''), keys, textOf }
  return command === 'ledger' ? checkLedger(linesOf(pathOf(files[0] ?? '')), given) : checks[command](given)
}

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true

const chunkBytes = 1_048_576

/** The lines of a file, one at a time. */
function* linesOf(file: string): Generator<string> {
  const descriptor = openSync(file, 'r')
  try {
    const decoder = new StringDecoder('utf8')
    const chunk = Buffer.alloc(chunkBytes)
    let rest = ''
    for (;;) {
      const bytes = readSync(descriptor, chunk)
      if (bytes === 0) break
      const lines = (rest + decoder.write(chunk.subarray(0, bytes))).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
    yield rest + decoder.end()
  } finally {
    closeSync(descriptor)
  }
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '')
  } catch {
    return undefined
  }
}

const called = process.argv[1]
if (called !== undefined && realpathSync(called) === fileURLToPath(import.meta.url)) {
  const { code, lines } = runVerify(process.argv.slice(2), process.env)
  process[code === 2 ? 'stderr' : 'stdout'].write(`${lines.join('\n')}\n`)
  process.exitCode = code
}
