import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { Unreached } from './problem.ts'
import { queryClient } from './query-client.ts'
import { onProblem } from './report-problem.ts'

afterEach(() => onlineManager.setOnline(true))

test('what is pressed without a network fails at once, and is not sent when the network is back', async () => {
  onlineManager.setOnline(false)
  let sent = 0
  const press = queryClient.getMutationCache().build(queryClient, {
    meta: { handled: true },
    mutationFn: async () => {
      sent += 1
      throw new Error('no network')
    },
  })
  await expect(press.execute(undefined)).rejects.toThrow('no network')
  onlineManager.setOnline(true)
  await queryClient.resumePausedMutations()
  expect(sent).toBe(1)
})

test('what got no response in time is not requested again by itself, and is reported', async () => {
  const late = new Unreached('timeout', { cause: undefined })
  const reported: unknown[] = []
  const end = onProblem((problem) => void reported.push(problem))
  let sent = 0
  const queryFn = () => {
    sent += 1
    return Promise.reject(late)
  }
  await expect(queryClient.fetchQuery({ queryKey: ['late'], queryFn })).rejects.toBe(late)
  end()
  expect([sent, reported]).toEqual([1, [late]])
})
