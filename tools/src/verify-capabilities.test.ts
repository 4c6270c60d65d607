import { describe, expect, test } from 'vitest'
import { makeCall, makeCapabilities } from '../../proofs/test/build-capabilities.ts'
import { verifyCommand } from '../test/verify-command.ts'

const { put, run } = verifyCommand()
const older = makeCapabilities()
const before = put('before.json', JSON.stringify(older))
const compare = (newer: unknown, lang = 'en') =>
  run('capabilities', before, put('after.json', JSON.stringify(newer)), '--lang', lang)
const shown = (lines: readonly string[]) => lines.filter((line) => line.startsWith('  '))

describe('what operators can do', () => {
  test('is the same in two responses with the same calls, without any key', () => {
    const { code, lines } = compare({ code: 200, result: older })
    expect(code).toBe(0)
    expect(lines[0]).toBe(`${before}: 3 calls of operators, hash ${older.hash}`)
    expect(lines.at(-1)).toBe('No difference: operators can do exactly the same.')
  })

  test('ends with 1 where a release adds, removes or widens a call, and names each', () => {
    const [approve = makeCall(), , params = makeCall()] = older.calls
    const wider = { ...approve, roles: ['finance1', 'support'] }
    const { code, lines } = compare(
      makeCapabilities([wider, makeCall({ path: '/swx/admin/notes', does: 'act' }), params]),
    )
    expect(code).toBe(1)
    expect(lines.slice(2)).toEqual([
      'Operators gained: 1',
      '  + POST /swx/admin/notes  (act: finance1, finance2)',
      'Operators lost: 1',
      '  − POST /swx/admin/instruments/suspend  (act: risk)',
      'Changed: 1',
      '  ~ POST /swx/admin/deposits/approve',
      '      roles: finance1, finance2 → finance1, support',
      'What operators can do differs. Differences: 3.',
    ])
    expect(compare(makeCapabilities([wider]), 'ja').lines.at(-1)).toContain('異なります')
  })

  test('that is not what its hash states is named with its file', () => {
    const { code, lines } = compare({ ...older, calls: older.calls.slice(1) })
    expect(code).toBe(1)
    expect(shown(lines)[0]).toMatch(/✗ .*after\.json: hash is not the hash of what it stands for\.$/)
  })

  test('takes no key, since nobody signs it', () => {
    expect(run('capabilities', before, before, '--key', before).code).toBe(2)
    expect(run('capabilities', before).code).toBe(2)
  })
})
