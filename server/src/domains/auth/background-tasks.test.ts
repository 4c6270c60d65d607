import { expect, test } from 'vitest'
import type { Log } from '../../kernel/log.ts'
import { createBackgroundTasks } from './background-tasks.ts'

const errors: string[] = []
const log: Log = { info: () => {}, warn: () => {}, error: (_, message) => void errors.push(message) }

test('work in one line is done in the order it was begun, whatever each takes; other lines do not wait', async () => {
  const later = createBackgroundTasks({ log })
  const done: string[] = []
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  later.run('slow', () => held.then(() => void done.push('first')), 'amy')
  later.run('quick', async () => void done.push('second'), 'amy')
  later.run('quick', async () => void done.push('elsewhere'), 'ben')
  later.run('quick', async () => void done.push('no line'))
  expect(done).toEqual([])
  await new Promise((resolve) => setTimeout(resolve, 0))
  await new Promise((resolve) => setImmediate(resolve))
  expect(done.toSorted()).toEqual(['elsewhere', 'no line'])
  release()
  await later.idle()
  expect(done.slice(2)).toEqual(['first', 'second'])
})

test('work that fails is told in the log and holds up nobody', async () => {
  const later = createBackgroundTasks({ log })
  const done: string[] = []
  later.run('failing', () => Promise.reject(new Error('away')), 'amy')
  later.run('next', async () => void done.push('next'), 'amy')
  await later.idle()
  expect(done).toEqual(['next'])
  expect(errors).toEqual(['work after an answer failed'])
})

test('waiting ends after the time it was given, whatever hangs', async () => {
  const later = createBackgroundTasks({ log })
  later.run('hanging', () => new Promise(() => {}))
  await later.idle(10)
})
