import { expect, test } from 'vitest'
import { readConfig } from '../kernel/config/config.ts'
import { partsOf } from './supervisor.ts'

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
