import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newerHeads, NotContinued } from '@evenhand/proofs/continue-log.ts'
import { cosignHead, type CosignedHead } from '@evenhand/proofs/cosigned-head.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { Hex, Signer } from '@evenhand/proofs/crypto.ts'
import type { SignedHead } from '@evenhand/proofs/head.ts'
import { readPublicKeys } from '@evenhand/proofs/public-keys.ts'
import { appendHeads, lastHeadIn } from '../../server/src/domains/books/head-files.ts'

/** What a witness reads of an installation: its public keys as text, its newest heads, and proofs between two sizes. */
export type Watched = {
  keys(): Promise<string>
  heads(): Promise<readonly SignedHead[]>
  consistency(sizes: { earlier: number; size: number }): Promise<readonly Hex[]>
}

/**
 * Reads the log of an installation once: checks that it continues what was seen before under the keys that were kept at
 * first use, keeps its new heads in `dir/heads`, and signs the newest in `dir/cosigned.jsonl`. Returns that, or undefined
 * where there is no new one. Throws a NotContinued, with the evidence in `dir/refused.json`, and signs nothing, where the log is
 * another than it was.
 */
export async function witnessOnce(
  watched: Watched,
  { dir, signer }: { dir: string; signer: Signer },
): Promise<CosignedHead | undefined> {
  mkdirSync(dir, { recursive: true })
  const keysFile = join(dir, 'keys.json')
  if (!existsSync(keysFile)) writeFileSync(keysFile, await watched.keys())
  const keys = readPublicKeys(readFileSync(keysFile, 'utf8'), nodeCrypto)
  if (keys === undefined)
    throw new Error(`${keysFile} holds no public key: remove it to keep those of the installation`)
  const heads = join(dir, 'heads')
  try {
    const newer = await newerHeads(lastHeadIn(heads), await watched.heads(), { keys, read: watched.consistency })
    const newest = newer.at(-1)
    if (newest === undefined) return undefined
    appendHeads(heads, newer)
    const cosigned = cosignHead(newest, signer)
    appendFileSync(join(dir, 'cosigned.jsonl'), `${JSON.stringify(cosigned)}\n`)
    return cosigned
  } catch (cause) {
    if (cause instanceof NotContinued)
      writeFileSync(join(dir, 'refused.json'), JSON.stringify({ why: cause.message, heads: cause.heads }, null, 2))
    throw cause
  }
}
