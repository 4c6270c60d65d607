import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deployContract, minterOf } from '../src/domains/chain/collectible-tokens.ts'
import { openSecret } from '../src/kernel/crypto/secret.ts'
import { ethereumNode } from './ethereum-node.ts'

// A chain of one's own that collectibles are delivered on: `node server/test/local-chain.ts DATA_DIR` makes the contract with
// the key of that installation, writes DATA_DIR/chains.json for CHAINS_FILE, prints it, and makes blocks until it is ended.

const [dataDir = './data'] = process.argv.slice(2)
const chainId = 31_337
const blockEveryMs = 250

const node = await ethereumNode()
mkdirSync(dataDir, { recursive: true })
const key = openSecret(join(dataDir, 'keys', 'collectibles.key'))
await node.pay(await minterOf(key), 10n ** 20n)
const publicUrl = process.env['PUBLIC_URL'] ?? 'http://localhost:3000'
const contract = await deployContract({ url: node.url, chainId, key, publicUrl })
const file = join(dataDir, 'chains.json')
writeFileSync(file, JSON.stringify({ collectibles: { name: 'Local chain', node: node.url, chainId, contract } }))
process.once('SIGTERM', () => process.exit(0))
setInterval(() => void node.mine(1), blockEveryMs)
console.log(`chain in ${file}`)
