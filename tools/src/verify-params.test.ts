import { describe, expect, test } from 'vitest'
import { receiptUnder, versions } from '../../proofs/test/build-params.ts'
import { makeKey, noon } from '../../proofs/test/build-receipts.ts'
import { verifyCommand } from '../test/verify-command.ts'

const { put, run } = verifyCommand()
const { signer, pem } = makeKey()
const keyFile = put('public.pem', pem)
const params = put('params.json', JSON.stringify({ code: 200, result: versions }))
const receiptAt = (name: string, version: number, at: number) =>
  put(name, JSON.stringify(receiptUnder(version, { at, signer })))
const early = receiptAt('early.json', 1, noon)
const late = receiptAt('late.json', 1, noon + 3_600_000)
const check = (...args: string[]) => run('params', params, ...args, '--key', keyFile, '--lang', 'en')

describe('the parameters of a moment', () => {
  test('are shown where a signed receipt names them, and what none names is not called proved', () => {
    const { code, lines } = check(early)
    expect(code).toBe(0)
    expect(lines).toEqual([
      'Parameters of options, version 1, in force 2026-11-21T12:00:00.000Z:',
      '  60 s  5.00–200.00 USDT × 0.94',
      '  120 s  5.00–200.00 USDT × 0.94',
      '  ! resale 1: none of the receipts names this version; nothing here proves it.',
      '  ! options 2: none of the receipts names this version; nothing here proves it.',
      'Right: these are the parameters that the signed receipts were accepted under.',
    ])
  })

  test('are proved at a time between two receipts of one version, and not after them', () => {
    const within = check(early, late, '--at', '2026-11-21T12:30Z')
    expect([within.code, within.lines.at(-1)]).toEqual([
      0,
      'Proved: version 1 was in force at 2026-11-21T12:30:00.000Z, between two signed receipts that name it.',
    ])
    const after = check(early, late, '--at', String(noon + 3_600_001))
    expect([after.code, after.lines.join('\n')]).toEqual([1, expect.stringContaining('proved by no receipts')])
  })

  test('that are others than a receipt was accepted under end with 1 and name the receipt', () => {
    const other = put('other.json', JSON.stringify(versions.map((one) => ({ ...one, version: 3 - one.version }))))
    const { code, lines } = run('params', other, early, '--key', keyFile, '--lang', 'fr')
    expect([code, lines.join('\n')]).toEqual([1, expect.stringContaining('early.json: order.paramsHash')])
  })

  test('need a receipt, and a time that can be read', () => {
    for (const args of [[], [early, '--at', 'noon'], [early, '--at', '1', '--at', '2']])
      expect(check(...args).code).toBe(2)
    expect(run('stats', params, '--key', keyFile, '--at', '1').code).toBe(2)
  })
})
