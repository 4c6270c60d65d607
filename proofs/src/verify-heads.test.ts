import { describe, expect, test } from 'vitest'
import { makeKey } from '../test/build-receipts.ts'
import { edits } from '../test/edit-documents.ts'
import { nodeCrypto } from './crypto-node.ts'
import { signHead, type SignedHead } from './head.ts'
import { appendLeaf, consistencyPath, emptyLog, logRoot } from './merkle-log.ts'
import { leafHash } from './merkle.ts'
import { verifyHeads } from './verify-heads.ts'

const { signer, keys } = makeKey()

/** A chain of heads of one log, each with the proof that it continues the one before. */
function makeHeads(sizes: readonly number[], recordAt = (index: number) => `record ${index}`): SignedHead[] {
  const log = emptyLog()
  const hashes = new Map<string, string>()
  let after = 0
  return sizes.map((size, index) => {
    while (log.size < size) {
      for (const subtree of appendLeaf(log, leafHash(recordAt(log.size), nodeCrypto), nodeCrypto)) {
        hashes.set(`${subtree.level}/${subtree.index}`, subtree.hash)
      }
    }
    const consistency = consistencyPath(
      { earlier: after, size },
      (level, at) => hashes.get(`${level}/${at}`) ?? '',
      nodeCrypto,
    )
    const head = {
      origin: 'evenhand/test',
      size,
      root: logRoot(log, nodeCrypto),
      time: 1_795_262_400_000 + index * 60_000,
      build: 'test',
    }
    const signed = signHead(head, { after, consistency }, signer)
    after = size
    return signed
  })
}

const heads = makeHeads([0, 3, 3, 7, 8, 20])
const lines = (params: readonly SignedHead[]): string => params.map((head) => `${JSON.stringify(head)}\n`).join('')
const kinds = (texts: readonly string[]): string[] => verifyHeads(texts, keys).findings.map(({ is }) => is)

describe('a chain of heads', () => {
  test('is right as lines, a list, a response, in two files that overlap, and backwards', () => {
    const response = JSON.stringify({ code: 200, result: heads.toReversed(), traceId: 't' })
    for (const texts of [
      [lines(heads)],
      [JSON.stringify(heads)],
      [response],
      [lines(heads.slice(0, 4)), lines(heads.slice(2))],
    ]) {
      expect(verifyHeads(texts, keys)).toMatchObject({ ok: true, findings: [] })
    }
    expect(verifyHeads([response], keys).heads).toEqual(heads)
  })

  test('does not hold when any value of any head is touched', () => {
    for (const edit of edits(heads[4])) {
      const texts = [lines(heads.slice(0, 4)), edit.text, lines(heads.slice(5))]
      expect(verifyHeads(texts, keys).ok, `${edit.what} ${edit.at}`).toBe(false)
    }
  })

  test('with a link missing is broken there', () => {
    expect(verifyHeads([lines(heads.toSpliced(3, 1))], keys).findings).toEqual([
      { is: 'broken', at: expect.stringMatching(/^size 3, .* → size 8, /) },
    ])
  })

  test('of another history is distinguished: at one size a fork, at the next a break', () => {
    const other = makeHeads([0, 3, 3, 7, 8, 20], (index) => (index === 5 ? 'rewritten' : `record ${index}`))
    expect(kinds([lines(heads), lines(other)])).toContain('fork')
    expect(kinds([lines(heads.slice(0, 4)), lines(other.slice(4))])).toEqual(['broken'])
  })

  test('that was cut and continued is distinguished', () => {
    const shorter = makeHeads([0, 3, 5])
    expect(kinds([lines(heads), lines(shorter)])).toContain('broken')
  })

  test('of another key, or of none, does not count', () => {
    expect(verifyHeads([lines(heads)], makeKey().keys).findings[0]).toMatchObject({ is: 'otherKey' })
    for (const text of ['', '[]', '{"code":200,"result":[]}', 'text', '{}'])
      expect(verifyHeads([text], keys).ok).toBe(false)
  })
})
