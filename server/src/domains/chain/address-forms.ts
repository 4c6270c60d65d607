import type { FundNetwork } from '@evenhand/protocol/funds.ts'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { createBase58check } from '@scure/base'
import { Address } from '@scure/btc-signer'

const base58check = createBase58check(sha256)
const bitcoin = Address()

/** The spelling of EIP-55: a letter is large where the hash of the small spelling has 8 or more in its place. */
function eip55(digits: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return `0x${[...digits].map((digit, at) => ((hash.codePointAt(at) ?? 0) >= 56 ? digit.toUpperCase() : digit)).join('')}`
}

/** An address without a single large letter, or a single small one, carries no checksum; both are valid by EIP-55. */
function ethereumAddress(text: string): string | undefined {
  const digits = /^0x([0-9a-fA-F]{40})$/.exec(text)?.[1]
  if (digits === undefined || /^0+$/.test(digits)) return undefined
  const checked = eip55(digits.toLowerCase())
  const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return plain || checked === text ? checked : undefined
}

function bitcoinAddress(text: string): string | undefined {
  try {
    // Written anew, so that one address has one spelling: SegWit addresses may come in large letters.
    return bitcoin.encode(bitcoin.decode(text))
  } catch {
    return undefined
  }
}

function tronAddress(text: string): string | undefined {
  try {
    const bytes = base58check.decode(text)
    return bytes.length === 21 && bytes[0] === 0x41 && base58check.encode(bytes) === text ? text : undefined
  } catch {
    return undefined
  }
}

const forms: Readonly<Record<FundNetwork, (text: string) => string | undefined>> = {
  Bitcoin: bitcoinAddress,
  ERC20: ethereumAddress,
  Ethereum: ethereumAddress,
  TRC20: tronAddress,
}

/** An address of a network in its one spelling; undefined where its checksum or form is not of that network. */
export const addressOn = (network: FundNetwork, text: string): string | undefined => forms[network](text)
