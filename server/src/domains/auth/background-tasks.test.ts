import { expect, test } from 'vitest'
import type { Log } from '../../kernel/log.ts'
import { createBackgroundTasks } from './background-tasks.ts'

const errors: string[] = []
const log: Log = { info: () => {}, warn: () => {}, error: (_, message) => void errors.push(message) }

test('work that fails is logged and holds up no other', async () => {
  const later = createBackgroundTasks({ log })
  const done: string[] = []
  later.run('failing', () => Promise.reject(new Error('away')))
  later.run('next', async () => void done.push('next'))
  await later.idle()
  expect(done).toEqual(['next'])
  expect(errors).toEqual(['background task failed'])
})

test('waiting ends after the time it was given, whatever hangs', async () => {
  const later = createBackgroundTasks({ log })
  later.run('hanging', () => new Promise(() => {}))
  await later.idle(10)
})
