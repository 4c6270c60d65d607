import { createContract, decodeError, deployContract } from 'micro-eth-signer/abi.js'
import compiled from '../../../contracts/evenhand-collectibles.json' with { type: 'json' }

// The contract of collectibles (server/contracts/EvenhandCollectibles.sol) as calls of it are encoded.

const word = (name: string, type: 'address' | 'bytes32' | 'uint256') => ({ name, type }) as const
const parts = [
  {
    type: 'function',
    name: 'mint',
    inputs: [word('to', 'address'), word('tokenId', 'uint256'), word('hash', 'bytes32')],
    outputs: [],
  },
  { type: 'function', name: 'ownerOf', inputs: [word('tokenId', 'uint256')], outputs: [word('', 'address')] },
] as const
const errors = [
  { type: 'error', name: 'ERC721InvalidReceiver', inputs: [word('receiver', 'address')] },
  { type: 'error', name: 'ERC721InvalidSender', inputs: [word('sender', 'address')] },
  { type: 'error', name: 'ERC721NonexistentToken', inputs: [word('tokenId', 'uint256')] },
  { type: 'error', name: 'NotMinter', inputs: [word('caller', 'address')] },
  { type: 'error', name: 'NoImageHash', inputs: [] },
] as const
const contract = createContract(parts)
const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`

/** The call that mints a token for an address; `imageHash` is SHA-256 in hexadecimal digits. */
export const mintCall = (params: { to: string; tokenId: bigint; imageHash: string }): string =>
  hexOf(
    contract.mint.encodeInput({
      to: params.to.toLowerCase(),
      tokenId: params.tokenId,
      hash: Buffer.from(params.imageHash, 'hex'),
    }),
  )

/** The call that reads whose a token is; it is taken back where there is none. */
export const ownerCall = (tokenId: bigint): string => hexOf(contract.ownerOf.encodeInput(tokenId))

/** The data of the transaction that makes the contract; `baseUri` and a token's number after it serve its metadata. */
export const deploymentData = (baseUri: string): string =>
  deployContract([{ type: 'constructor', inputs: [{ name: 'baseUri', type: 'string' }] }], compiled.bytecode, baseUri)

/** Why a call was taken back: the name of the contract's error, or of a reason that another contract gave. */
export function revertOf(data: unknown): string | undefined {
  const found = typeof data === 'object' && data !== null ? (data as { data?: unknown }).data : data
  if (typeof found !== 'string' || !/^0x[0-9a-f]*$/i.test(found)) return undefined
  return found === '0x' ? 'nothing' : (decodeError(found, [...errors])?.name ?? 'unknown')
}
