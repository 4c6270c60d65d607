import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deployContract, minterOf } from '../../server/src/domains/chain/collectible-tokens.ts'
import { readConfig, SetupError } from '../../server/src/kernel/config/config.ts'
import { openSecret } from '../../server/src/kernel/crypto/secret.ts'
import { compiledFile, compileContract } from './compile-contract.ts'

// `npm run token-contract -- minter` names the account that mints collectibles and needs coins of its chain for it;
// `npm run token-contract -- deploy` makes the contract on the chain that CHAINS_FILE names under `collectibles`, and prints
// its address for that file; `npm run token-contract -- compile` writes the compiled contract anew from its source.

const keyOf = (dataDir: string): Uint8Array => openSecret(join(dataDir, 'keys', 'collectibles.key'))

async function deploy(): Promise<void> {
  const config = readConfig(process.env)
  const settings = config.chains.collectibles
  if (settings === undefined)
    throw new SetupError('CHAINS_FILE names no chain under "collectibles": add its name, node and chainId.')
  if (config.publicUrl === undefined)
    throw new SetupError('PUBLIC_URL is not set: the contract keeps for good the address at which metadata is served.')
  const { chainId, node: url } = settings
  const address = await deployContract({ url, chainId, key: keyOf(config.dataDir), publicUrl: config.publicUrl })
  console.log(`Deployed: write "contract":"${address}" under "collectibles" of CHAINS_FILE and start again.`)
}

const commands: Readonly<Record<string, () => Promise<void> | void>> = {
  minter: async () => console.log(await minterOf(keyOf(readConfig(process.env).dataDir))),
  deploy,
  compile: () => writeFileSync(compiledFile, `${JSON.stringify(compileContract(), null, 2)}\n`),
}

try {
  const command = commands[process.argv[2] ?? '']
  if (command === undefined)
    throw new SetupError('State what to do: npm run token-contract -- minter, deploy or compile.')
  await command()
} catch (cause) {
  process.exitCode = 2
  console.error(cause instanceof SetupError ? cause.message : cause)
}
