import { expect, test } from 'vitest'
import { silentLog } from '../kernel/log.ts'
import { readConfig } from '../kernel/config/config.ts'
import { partsOf, supervise } from './supervisor.ts'

test('a machine runs one process for each customer-serving place and one for what else it does', () => {
  const DATABASE_URL = 'postgres://a:b@db:5432/evenhand'
  const parts = (env: Record<string, string>) =>
    partsOf(readConfig({ DATABASE_URL, API_PROCESSES: '2', ...env })).map(
      ({ roles, index }) => `${index} ${roles.join()}`,
    )
  expect(parts({})).toEqual(['0 console,feed,clock', '0 api', '1 api'])
  expect(parts({ ROLES: 'api' })).toEqual(['0 api', '1 api'])
  expect(parts({ ROLES: 'console,api' })).toEqual(['0 console', '0 api', '1 api'])
})

test('a process that the system cannot start is started again, and ends no other', async () => {
  const logged: object[] = []
  const log = { ...silentLog, error: (what: object) => void logged.push(what) } as typeof silentLog
  const { execPath } = process
  process.execPath = '/no/such/program'
  const processes = supervise({
    config: readConfig({ DATABASE_URL: 'postgres://a:b@db:5432/evenhand', API_PROCESSES: '1', ROLES: 'api' }),
    log,
  })
  try {
    await expect(processes.begin('postgres://a:b@db:5432/evenhand')).rejects.toThrow('ended while it started')
    await expect.poll(() => logged.length).toBeGreaterThan(1)
  } finally {
    await processes.stop()
    process.execPath = execPath
  }
})
