import { describe, expect, test } from 'vitest'
import { makeCall, makeCapabilities } from '../test/build-capabilities.ts'
import { edits } from '../test/edit-documents.ts'
import { compareCapabilities, readCapabilities } from './compare-capabilities.ts'
import { nodeCrypto } from './crypto-node.ts'

const older = makeCapabilities()
const read = (document: unknown) => readCapabilities(JSON.stringify(document), nodeCrypto)

describe('what operators can do', () => {
  test('is read bare and from a response, and is what its hash states', () => {
    for (const document of [older, { code: 200, result: older }])
      expect(read(document)).toEqual({ findings: [], document: older })
  })

  test('that was touched anywhere is not what its hash states', () => {
    const passed = edits(older).filter(({ text }) => readCapabilities(text, nodeCrypto).findings.length === 0)
    expect(passed.map(({ what, at }) => `${what} ${at}`)).toEqual([])
  })

  test('names a call that stands twice, and one out of its place, under a fitting hash as well', () => {
    const [first, second] = older.calls
    if (first === undefined || second === undefined) throw new Error('two calls')
    expect(read(makeCapabilities([first, first])).findings).toEqual([{ is: 'repeated', at: 'calls[1]' }])
    expect(read(makeCapabilities([second, first])).findings).toMatchObject([{ is: 'reordered', at: 'calls[1]' }])
  })
})

describe('two releases', () => {
  test('that are the same have no difference', () => {
    expect(compareCapabilities(older, makeCapabilities())).toEqual({ gained: [], lost: [], changed: [] })
  })

  test('show what was gained, lost and changed', () => {
    const [kept, , last] = older.calls
    if (kept === undefined || last === undefined) throw new Error('three calls')
    const wider = { ...kept, roles: [...kept.roles, 'support'] }
    const added = makeCall({ path: '/swx/admin/notes' })
    const { gained, lost, changed } = compareCapabilities(older, makeCapabilities([wider, added, last]))
    expect(gained).toEqual([added])
    expect(lost).toEqual([older.calls[1]])
    expect(changed).toEqual([{ before: kept, after: wider }])
  })

  test('differ by the method of one path', () => {
    const calls = older.calls.map((call, index) => (index === 0 ? { ...call, method: 'GET' } : call))
    const { gained, lost } = compareCapabilities(older, makeCapabilities(calls))
    expect([gained.length, lost.length]).toEqual([1, 1])
  })
})
