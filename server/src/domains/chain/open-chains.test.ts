import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readConfig, SetupError } from '../../kernel/config/config.ts'
import { openChains } from './open-chains.ts'

const folder = mkdtempSync(join(tmpdir(), 'evenhand-chains-'))
const file = join(folder, 'chains.json')
afterAll(() => rmSync(folder, { recursive: true }))

const bech32 = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const opened = (text: string) => {
  writeFileSync(file, text)
  return openChains(readConfig({ CHAINS_FILE: file }).chains)
}

it.each([
  ['{', 'it is not JSON'],
  ['{"dogecoin":{}}', 'is not what it may be'],
  ['{"bitcoin":{"node":"ftp://node"}}', 'bitcoin.node is not what it may be'],
  [`{"bitcoin":{"own":["${bech32}"]}}`, 'no node that notices'],
  // One letter of it is another: coins sent there would be lost.
  [`{"bitcoin":{"shared":"${bech32.replace('mdq', 'mdp')}"}}`, 'an address of bitcoin that is none'],
  ['{"tron":{"shared":"0x742d35Cc6634C0532925a3b844Bc454e4438f44e"}}', 'an address of tron that is none'],
  ['{"ethereum":{"own":["0x742d35cc6634C0532925a3b844Bc454e4438f44e"],"node":"http://n"}}', 'of ethereum that is none'],
])('refuses %s with a sentence that reports what to do', (text, message) => {
  expect(() => opened(text)).toThrow(SetupError)
  expect(() => opened(text)).toThrow(message)
})

it('reports that a file is not there', () => {
  expect(() => readConfig({ CHAINS_FILE: join(folder, 'none.json') })).toThrow('cannot be read')
})

it('watches the chains that have addresses to give, and writes each address in its usual form', () => {
  const small = '0x742d35cc6634c0532925a3b844bc454e4438f44e'
  const text = { bitcoin: { shared: bech32.toUpperCase() }, ethereum: { own: [small], node: 'https://node.example' } }
  const { addresses, watched } = opened(JSON.stringify(text))
  expect(addresses).toEqual({ bitcoin: { shared: bech32, own: false }, ethereum: { own: true } })
  expect(watched).toMatchObject([{ chain: 'ethereum', own: ['0x742d35Cc6634C0532925a3b844Bc454e4438f44e'] }])
})
