import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findingKinds } from '@evenhand/proofs/findings.ts'
import { langValues } from '@evenhand/protocol/languages.ts'
import { describe, expect, test } from 'vitest'
import { makeDocument, makeKey, makeOrder, makeReceipt, makeTicks } from '../../proofs/test/build-receipts.ts'
import { edits } from '../../proofs/test/edit-documents.ts'
import { verifyCommand } from '../test/verify-command.ts'
import { langOfTerminal } from './verify-text.ts'
import { runVerify } from './verify.ts'

const { folder, put, run } = verifyCommand()
const key = makeKey()
const rising = makeTicks(63, (second) => 108_512n + BigInt(second))
const sealed = makeDocument({ ticks: rising, seals: true, signer: key.signer })
const keyFile = put('public.pem', key.pem)
const receipt = put('receipt.json', JSON.stringify(sealed, null, 2))

describe('a receipt', () => {
  test('is right offline, in a process of its own, with its arithmetic', () => {
    const program = fileURLToPath(new URL('./verify.ts', import.meta.url))
    const { status, stdout } = spawnSync(
      process.execPath,
      [program, 'receipt', receipt, '--key', keyFile, '--lang', 'en'],
      { encoding: 'utf8' },
    )
    expect(status).toBe(0)
    expect(stdout).toContain('gain = +⌊100.000000 × 0.940000⌋ = +94.000000')
    expect(stdout).toContain('Receipt and ticks are in the log')
  })

  test('is taken from a response that was saved whole, and with the published keys', () => {
    const keys = [{ id: 'any', algorithm: 'Ed25519', publicKey: key.publicKey }]
    const published = put('keys.json', JSON.stringify({ code: 200, result: { keys } }))
    const accepted = makeReceipt(makeOrder(), key.signer)
    const saved = put('response.json', JSON.stringify({ code: 200, result: { orderId: 'x', receipt: accepted } }))
    expect(run('receipt', saved, '--key', published)).toMatchObject({ code: 0 })
    expect(
      run('receipt', put('whole.json', JSON.stringify({ code: 200, result: sealed })), '--key', published),
    ).toMatchObject({ code: 0 })
  })

  test('that was touched anywhere ends with 1 and reports where', () => {
    const file = join(folder, 'touched.json')
    for (const edit of edits(makeDocument({ ticks: rising, signer: key.signer }))) {
      writeFileSync(file, edit.text)
      const { code, lines } = run('receipt', file, '--key', keyFile)
      expect(code, `${edit.what} ${edit.at}`).toBe(1)
      expect(lines.some((line) => line.startsWith('  ✗ '))).toBe(true)
    }
  })

  test('of another key ends with 1 and reports it', () => {
    const other = put('other.pem', makeKey().pem)
    const { code, lines } = run('receipt', receipt, '--key', other, '--lang', 'en')
    expect(code).toBe(1)
    expect(lines.join('\n')).toContain('which is not the given one')
  })
})

describe('the document of a contract', () => {
  const kept = (name: string): string => fileURLToPath(new URL(`../../proofs/test/kept/${name}`, import.meta.url))
  const file = kept('contract-stopped.json')
  const text = readFileSync(file, 'utf8')
  const pem = kept('contract.pem')

  test('is right offline, with the arithmetic of each record', () => {
    const { code, lines } = run('receipt', file, '--key', pem, '--lang', 'en')
    expect(code).toBe(0)
    expect(lines[0]).toBe('Contract EC000000001: closed (virtual account, simulated)')
    expect(lines.join('\n')).toContain('profit = ⌊0.03000000 × (49990.00000 − 52110.42000)⌋ = -63.612600')
    expect(lines.join('\n')).toContain('All records are in the log: 4 entries')
    const saved = put('contract-response.json', `{"code": 200, "result": ${text}}`)
    expect(run('receipt', saved, '--key', pem).code).toBe(0)
  })

  test('that was touched anywhere ends with 1 and reports where', () => {
    const touched = join(folder, 'touched-contract.json')
    const passed: string[] = []
    // Every value is changed; of the other edits, of which its many fields allow thousands, each fifth is enough.
    const tried = edits(JSON.parse(text)).filter(({ what }, index) => what === 'change' || index % 5 === 0)
    expect(new Set(tried.map(({ what }) => what)).size).toBe(5)
    for (const edit of tried) {
      writeFileSync(touched, edit.text)
      const { code, lines } = run('receipt', touched, '--key', pem)
      if (code !== 1 || !lines.some((line) => line.startsWith('  ✗ '))) passed.push(`${edit.what} ${edit.at}`)
    }
    expect(passed).toEqual([])
  })

  test('names the field that was altered', () => {
    const altered = put('altered-contract.json', text.replace('"profit": "-63.612600"', '"profit": "-53.612600"'))
    const { lines } = run('receipt', altered, '--key', pem, '--lang', 'en')
    expect(lines.filter((line) => line.startsWith('  ✗ '))).toEqual([
      '  ✗ records[2].profit is not what was signed.',
      '  ✗ records[2].profit does not follow from the ticks by the rules.',
    ])
  })
})

test.each([
  ['nothing', []],
  ['an unknown command', ['coupon', receipt, '--key', keyFile]],
  ['no file', ['receipt', '--key', keyFile]],
  ['no key', ['receipt', receipt]],
  ['two keys', ['receipt', receipt, '--key', keyFile, '--key', keyFile]],
  ['a file too many', ['receipt', receipt, receipt, '--key', keyFile]],
  ['an unknown option', ['receipt', receipt, '--key', keyFile, '--force']],
  ['an unknown language', ['receipt', receipt, '--key', keyFile, '--lang', 'xx']],
  ['a file that is not there', ['receipt', join(folder, 'none.json'), '--key', keyFile]],
  ['a key file that is not there', ['receipt', receipt, '--key', join(folder, 'none.pem')]],
  ['a key file without a key', ['receipt', receipt, '--key', receipt]],
  ['a folder', ['receipt', folder, '--key', keyFile]],
])('called with %s, it ends with 2 and reports how it is called', (_name, args) => {
  const { code, lines } = run(...args)
  expect(code).toBe(2)
  expect(lines.at(-1)).toContain('npm run verify -- receipt')
})

describe('texts', () => {
  const texts = (lang: string) =>
    JSON.parse(readFileSync(new URL(`./verify-texts/${lang}.json`, import.meta.url), 'utf8')) as Record<
      string,
      string | string[]
    >
  const holes = (text: string | string[]) => (String(text).match(/\{\w+\}/g) ?? []).toSorted()
  test('stand in all languages, with the same values', () => {
    expect(readdirSync(new URL('./verify-texts/', import.meta.url)).length).toBe(langValues.length)
    const english = texts('en')
    for (const kind of findingKinds) expect(english).toHaveProperty(kind)
    for (const lang of langValues) {
      expect(Object.keys(texts(lang)), lang).toEqual(Object.keys(english))
      for (const [name, text] of Object.entries(texts(lang)))
        expect(holes(text), `${lang} ${name}`).toEqual(holes(english[name] ?? ''))
    }
  })

  test('follow the option, else the terminal, else are English', () => {
    expect(run('receipt', receipt, '--key', keyFile, '--lang', 'zh').lines.at(-1)).toContain('正确')
    expect(runVerify(['receipt', receipt, '--key', keyFile], { LANG: 'de_DE.UTF-8' }).lines.at(-1)).toContain('Richtig')
    const params = {
      'zh_TW.UTF-8': 'hk',
      zh_CN: 'zh',
      'pt_BR.UTF-8': 'pt',
      C: 'en',
      '': 'en',
      sv_SE: 'en',
      ar_EG: 'ar',
    }
    for (const [LANG, lang] of Object.entries(params)) expect(langOfTerminal({ LANG })).toBe(lang)
  })
})
