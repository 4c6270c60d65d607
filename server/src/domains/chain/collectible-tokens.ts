import type { DeployParams } from './deploy-contract.ts'
import type { TokenMinter, TokenMinterParams } from './token-minter.ts'

// What signs for a chain takes a third of a second to load: an installation that mints nothing never loads it.

/** Opens what mints works on a chain; calls no node yet. */
export const openTokenMinter = async (params: TokenMinterParams): Promise<TokenMinter> =>
  (await import('./token-minter.ts')).tokenMinter(params)

/** Makes the contract that mints; see deploy-contract.ts. */
export const deployContract = async (params: DeployParams): Promise<string> =>
  (await import('./deploy-contract.ts')).deployContract(params)

/** The account that a key mints with. */
export const minterOf = async (key: Uint8Array): Promise<string> => (await import('./deploy-contract.ts')).minterOf(key)
