import type { ChartDrawing } from '@evenhand/protocol/chart.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { people, prefix } from '../../../../test/fixtures/customers.ts'
import { owned } from '../../../kernel/db/db.ts'
import { mountRoutes } from '../../../kernel/http/http.ts'
import { silentLog } from '../../../kernel/log.ts'
import { createDrawings } from './drawings.ts'
import { drawingsRoutes } from './drawings.routes.ts'

const database = await testDatabase()
const at = people(database)
const drawings = createDrawings({
  db: owned<'markets'>(database.pools.api),
  clock: at.clock,
  isKnown: (code) => code !== 'NOSUCH',
})
mountRoutes(at.app, drawingsRoutes(drawings), { log: silentLog, findSession: at.auth.findSession, strict: true })
let amy = ''
let ben = ''
beforeAll(async () => {
  amy = (await at.customer('amy')).token
  ben = (await at.customer('ben')).token
})
afterAll(async () => {
  await at.close()
  await database.close()
})

const line = (no: number, price = '100.5'): ChartDrawing => ({
  id: no.toString(16).padStart(32, '0'),
  kind: 'horizontalLine',
  points: [{ ts: 1_795_262_400_000, price }],
})
type Put = { token?: string; code?: string; drawings: unknown; version: number }
async function put({ token = amy, code = 'BTCUSDT', ...body }: Put) {
  const response = await at.app.inject({
    method: 'PUT',
    url: `${prefix}/chart/drawings`,
    headers: { authorization: token, 'content-type': 'application/json' },
    payload: JSON.stringify({ code, ...body }),
  })
  return JSON.parse(response.body) as {
    code: number
    params: { fields?: object[] }
    result: { saved: boolean; version: number; drawings: ChartDrawing[] }
  }
}
const read = async (token: string, code = 'BTCUSDT') =>
  (await at.get(`chart/drawings?code=${code}`, { token })).result as { version: number; drawings: ChartDrawing[] }

describe('drawings', () => {
  it('are kept for their customer and read by no other', async () => {
    expect(await read(amy)).toEqual({ drawings: [], version: 0 })
    const kept = await put({ drawings: [line(1)], version: 0 })
    expect(kept.result).toMatchObject({ saved: true, drawings: [line(1)] })
    expect(await read(amy)).toEqual({ drawings: [line(1)], version: kept.result.version })
    expect(await read(ben)).toEqual({ drawings: [], version: 0 })
    expect((await at.get('chart/drawings?code=BTCUSDT')).code).toBe(401)
  })

  it('of two tabs do not erase each other: the later one gets what is there', async () => {
    const { version } = await read(amy)
    const first = await put({ drawings: [line(1), line(2)], version })
    expect(first.result.version).toBeGreaterThan(version)
    const second = await put({ drawings: [line(1), line(3)], version })
    expect(second.result).toEqual({ saved: false, drawings: [line(1), line(2)], version: first.result.version })
    const merged = await put({ drawings: [line(1), line(2), line(3)], version: first.result.version })
    expect(merged.result.saved).toBe(true)
  })

  it('that are all removed leave nothing, and an old version never becomes the present one again', async () => {
    const { version } = await read(amy)
    expect((await put({ drawings: [], version })).result).toEqual({ saved: true, drawings: [], version: 0 })
    expect((await put({ drawings: [], version: 0 })).result.saved).toBe(true)
    expect((await put({ drawings: [line(9)], version })).result).toEqual({ saved: false, drawings: [], version: 0 })
    at.clock.advance(1000)
    const again = await put({ drawings: [line(4)], version: 0 })
    expect(again.result.version).toBeGreaterThan(version)
    expect((await put({ drawings: [line(5)], version: 0 })).result.saved).toBe(false)
  })

  it.each([
    ['an unknown instrument', { code: 'NOSUCH', drawings: [line(1)], version: 0 }, 40039],
    ['a line of one point', { drawings: [{ ...line(1), kind: 'trendLine' }], version: 0 }, 40020],
    ['two of one id', { drawings: [line(1), line(1)], version: 0 }, 40020],
    ['a price that is no decimal', { drawings: [line(1, '1e3')], version: 0 }, 40020],
    ['a price without end', { drawings: [line(1, `1.${'0'.repeat(60)}`)], version: 0 }, 40020],
    [
      'a moment beyond every calendar',
      { drawings: [{ ...line(1), points: [{ ts: 9e15, price: '1' }] }], version: 0 },
      40020,
    ],
    ['too many', { drawings: Array.from({ length: 51 }, (_, no) => line(no)), version: 0 }, 40020],
    ['an unknown kind', { drawings: [{ ...line(1), kind: 'brush' }], version: 0 }, 40020],
    ['no list', { drawings: 'all', version: 0 }, 40020],
  ])('refuses %s', async (_, request, code) => {
    expect((await put({ token: ben, ...request })).code).toBe(code)
  })

  it('stand on two hundred instruments at most; there they still change, and one removed makes room', async () => {
    for (let no = 0; no < 200; no += 1) await put({ token: ben, code: `C${no}`, drawings: [line(1)], version: 0 })
    const over = await put({ token: ben, code: 'ONEMORE', drawings: [line(1)], version: 0 })
    expect(over).toMatchObject({ code: 40020, params: { fields: [{ field: 'code', reason: 'tooMany' }] } })
    const { version } = await read(ben, 'C7')
    expect((await put({ token: ben, code: 'C7', drawings: [line(2)], version })).result.saved).toBe(true)
    await put({ token: ben, code: 'C8', drawings: [], version: (await read(ben, 'C8')).version })
    expect((await put({ token: ben, code: 'ONEMORE', drawings: [line(1)], version: 0 })).result.saved).toBe(true)
  })
})
