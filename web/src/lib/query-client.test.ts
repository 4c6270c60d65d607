import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from './query-client.ts'

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
