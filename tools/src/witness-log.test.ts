import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyCosigned } from '@evenhand/proofs/cosigned-head.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { signHead, type SignedHead } from '@evenhand/proofs/head.ts'
import { leafHash } from '@evenhand/proofs/merkle.ts'
import { appendLeaf, consistencyPath, emptyLog, logRoot, type ReadSubtree } from '@evenhand/proofs/merkle-log.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeKey } from '../../proofs/test/build-receipts.ts'
import { witnessOnce, type Watched } from './witness-log.ts'

const house = makeKey()
const witness = makeKey()
let dir: string
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'evenhand-witness-'))))
afterEach(() => rmSync(dir, { recursive: true }))

/** An installation whose log is what its records are; `grow` signs a head over more of them. */
function installation(signer = house.signer) {
  const log = emptyLog()
  const subtrees = new Map<string, string>()
  const heads: SignedHead[] = []
  const read: ReadSubtree = (level, index) => subtrees.get(`${level}/${index}`) ?? ''
  return {
    heads,
    grow(...records: string[]): void {
      const after = log.size
      for (const record of records)
        for (const { level, index, hash } of appendLeaf(log, leafHash(record, nodeCrypto), nodeCrypto))
          subtrees.set(`${level}/${index}`, hash)
      const head = {
        origin: 'evenhand/test',
        size: log.size,
        root: logRoot(log, nodeCrypto),
        time: 60_000 * (heads.length + 1),
        build: 'test',
      }
      const consistency = consistencyPath({ earlier: after, size: log.size }, read, nodeCrypto)
      heads.push(signHead(head, { after, consistency }, signer))
    },
    /** What it shows: its newest heads alone. */
    shows: (newest = 1000): Watched => ({
      keys: async () => JSON.stringify({ keys: [{ publicKey: house.publicKey }] }),
      heads: async () => heads.slice(-newest).toReversed(),
      consistency: async (sizes) => consistencyPath(sizes, read, nodeCrypto),
    }),
  }
}
const look = (watched: Watched) => witnessOnce(watched, { dir, signer: witness.signer })

test('a log that goes on is signed, each new head once, also after many that it missed', async () => {
  const one = installation()
  one.grow('a', 'b')
  const first = await look(one.shows())
  expect(first).toMatchObject({ size: 2, keyId: witness.signer.keyId })
  if (first === undefined) throw new Error('signed')
  expect(verifyCosigned(first, witness.publicKey, nodeCrypto)).toBe(true)
  expect(verifyCosigned({ ...first, size: 3 }, witness.publicKey, nodeCrypto)).toBe(false)
  expect(await look(one.shows())).toBeUndefined()
  for (const record of ['c', 'd', 'e', 'f']) one.grow(record)
  expect(await look(one.shows(1))).toMatchObject({ size: 6 })
  expect(readFileSync(join(dir, 'cosigned.jsonl'), 'utf8').trim().split('\n')).toHaveLength(2)
})

test('a second history of the same length, a rewritten one and a shorter one are refused, with the evidence', async () => {
  const one = installation()
  one.grow('a', 'b', 'c')
  await look(one.shows())
  const other = installation()
  other.grow('a', 'x', 'c')
  await expect(look(other.shows())).rejects.toThrow('two heads of one size differ')
  expect(JSON.parse(readFileSync(join(dir, 'refused.json'), 'utf8'))).toMatchObject({
    heads: [{ size: 3 }, { size: 3 }],
  })
  other.grow('d')
  await expect(look(other.shows(1))).rejects.toThrow('does not begin with what was seen')
  const shorter = installation()
  shorter.grow('a')
  await expect(look(shorter.shows())).rejects.toThrow('shorter')
  one.grow('d')
  expect(await look(one.shows())).toMatchObject({ size: 4 })
})

test('a head under a key that is not the first one is refused, and nothing of it is kept', async () => {
  const one = installation()
  one.grow('a')
  await look(one.shows())
  const stranger = installation(makeKey().signer)
  stranger.grow('a', 'b')
  await expect(look(stranger.shows())).rejects.toThrow('not signed by a key that was kept')
  one.grow('b')
  expect(await look(one.shows())).toMatchObject({ size: 2 })
})

test('a log without a head yet is seen later', async () => {
  expect(await look(installation().shows())).toBeUndefined()
  expect(existsSync(join(dir, 'cosigned.jsonl'))).toBe(false)
})
