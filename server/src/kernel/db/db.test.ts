import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { isAway, openLaneConnection } from './db.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const failureOf = (requested: Promise<unknown>): Promise<unknown> =>
  requested.then(
    () => expect.unreachable('it returned'),
    (cause: unknown) => cause,
  )

test('a statement over its time fails as a database that is away does, and the next one returns', async () => {
  const lane = openLaneConnection(database.url(), 'api', { statement_timeout: 50, query_timeout: 5_000 })
  expect(isAway(await failureOf(lane.query('select pg_sleep($1)', [10])))).toBe(true)
  expect(await lane.query('select $1::int as one', [1])).toEqual([{ one: 1 }])
  await lane.close()
})

test('a connection over which no response comes is given up for a new one', async () => {
  const url = new URL(database.url())
  const folder = url.searchParams.get('host')
  const address =
    folder === null
      ? { port: Number(url.port), host: url.hostname }
      : { path: `${folder}/.s.PGSQL.${url.port || 5432}` }
  const sockets: Socket[] = []
  // A network in between that can go silent without closing anything.
  const silent = createServer((near) => {
    const far = connect(address as never)
    sockets.push(near, far)
    near.on('error', () => {})
    far.on('error', () => {})
    near.pipe(far)
    far.pipe(near)
  })
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((silent.address() as AddressInfo).port)
  const lane = openLaneConnection(url.href, 'api', { statement_timeout: 4_000, query_timeout: 1_000 })
  expect(await lane.query('select $1::int as one', [1])).toEqual([{ one: 1 }])
  sockets[1]?.unpipe()
  expect(isAway(await failureOf(lane.query('select $1::int as one', [2])))).toBe(true)
  expect(await lane.query('select $1::int as one', [3])).toEqual([{ one: 3 }])
  await lane.close()
  for (const socket of sockets) socket.destroy()
  silent.close()
})
