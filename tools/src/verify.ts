#!/usr/bin/env node
import { closeSync, openSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { fileURLToPath } from 'node:url'
import { isAuctionDocument, verifyAuction } from '@evenhand/proofs/collectibles/auction-document.ts'
import {
  isContractDocument,
  verifyContractDocument,
} from '@evenhand/proofs/contracts/document/verify-contract-document.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { readPublicKeys, type PublicKeys } from '@evenhand/proofs/public-keys.ts'
import { utcText } from '@evenhand/proofs/utc.ts'
import { verifyAuditEntries } from '@evenhand/proofs/verify-audit-entries.ts'
import { verifyHeads } from '@evenhand/proofs/verify-heads.ts'
import { verifyLedger } from '@evenhand/proofs/verify-ledger.ts'
import { isSettledReceipt, verifyReceipt, type Verdict } from '@evenhand/proofs/verify-receipt.ts'
import { verifyTicks } from '@evenhand/proofs/verify-ticks.ts'
import { auctionLines } from './verify-auction-lines.ts'
import { readRequest, type Request } from './verify-arguments.ts'
import { contractDocumentLines } from './verify-contract-lines.ts'
import { findingLines } from './verify-lines.ts'
import { textsIn, type TextOf } from './verify-text.ts'

/** What a run prints and ends with: 0 right, 1 something differs, 2 called wrongly. */
export type Outcome = { readonly code: 0 | 1 | 2; readonly lines: readonly string[] }

function receiptLines({ findings, arithmetic, notes = [], document }: Verdict, textOf: TextOf): string[] {
  if (document === undefined) return findingLines(findings, textOf)
  const { order, proof } = document
  const settled = isSettledReceipt(document) ? document : undefined
  const account = textOf(order.mode === 'virtual' ? 'account_virtual' : 'account_real')
  const terms = `${order.code} ${order.direction} ${order.stake} USDT × ${order.payoutRate}, ${order.limitTime} s, ${utcText(order.acceptedAt)}`
  const lines = [
    `${textOf('order', { at: order.orderNo, found: textOf(settled?.settlement.status ?? 'accepted') })} (${account}, ${order.feedKind})`,
    `  ${terms}`,
    textOf('arithmetic'),
    ...arithmetic.map((line) => `  ${line}`),
    ...notes.map(({ is, at }) => `  ! ${textOf(is, { at })}`),
  ]
  if (findings.length > 0) return [...lines, ...findingLines(findings, textOf)]
  const head = settled?.seals?.head
  const seal =
    head === undefined ? textOf('notSealed') : textOf('sealed', { found: String(head.size), at: utcText(head.time) })
  return [...lines, ...(settled === undefined ? [] : [seal]), textOf('signedBy', { at: proof.keyId }), textOf('right')]
}

function check(
  request: Extract<Request, { files: unknown }>,
  params: { texts: readonly string[]; keys: PublicKeys; textOf: TextOf },
): Outcome {
  const { texts, keys, textOf } = params
  const [text = ''] = texts
  if (request.command === 'receipt' && isAuctionDocument(text)) {
    const verdict = verifyAuction(text, keys)
    return { code: verdict.ok ? 0 : 1, lines: auctionLines(verdict, textOf) }
  }
  if (request.command === 'receipt' && isContractDocument(text)) {
    const verdict = verifyContractDocument(text, keys)
    return { code: verdict.ok ? 0 : 1, lines: contractDocumentLines(verdict, textOf) }
  }
  if (request.command === 'receipt') {
    const verdict = verifyReceipt(text, keys)
    return { code: verdict.ok ? 0 : 1, lines: receiptLines(verdict, textOf) }
  }
  if (request.command === 'ticks') {
    const { ok, findings, ticks } = verifyTicks(text, keys)
    return ok
      ? { code: 0, lines: [textOf('ticks', { found: String(ticks), at: request.files[0] })] }
      : { code: 1, lines: findingLines(findings, textOf) }
  }
  if (request.command === 'acts') {
    const { ok, findings, entries } = verifyAuditEntries(text, { kept: verifyHeads(texts.slice(1), keys), keys })
    return ok
      ? { code: 0, lines: [textOf('acts', { found: String(entries) })] }
      : { code: 1, lines: findingLines(findings, textOf) }
  }
  const { ok, findings, heads } = verifyHeads(texts, keys)
  if (!ok) return { code: 1, lines: findingLines(findings, textOf) }
  return { code: 0, lines: [textOf('heads', { found: String(heads.length), at: String(heads.at(-1)?.size ?? 0) })] }
}

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
  // The export of a ledger may be larger than memory: it is read line by line.
  const streamed = request.command === 'ledger' ? request.files.slice(0, 1) : []
  const whole = [request.key, ...request.files.slice(streamed.length)]
  const read = whole.map((file) => ({ file, text: contentOf(pathOf(file)) }))
  for (const file of streamed)
    if (!isFile(pathOf(file))) return { code: 2, lines: [textOf('noFile', { at: file }), textOf.usage] }
  const lost = read.find(({ text }) => text === undefined)
  if (lost !== undefined) return { code: 2, lines: [textOf('noFile', { at: lost.file }), textOf.usage] }
  const [keyText = '', ...texts] = read.map(({ text }) => text ?? '')
  const keys = readPublicKeys(keyText, nodeCrypto)
  if (keys === undefined) return { code: 2, lines: [textOf('noKey', { at: request.key }), textOf.usage] }
  if (request.command !== 'ledger') return check(request, { texts, keys, textOf })
  const lines = linesOf(pathOf(request.files[0] ?? ''))
  const { ok, findings, entries } = verifyLedger(lines, { kept: verifyHeads(texts, keys), keys })
  return ok
    ? { code: 0, lines: [textOf('ledger', { found: String(entries) })] }
    : { code: 1, lines: findingLines(findings, textOf) }
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
