import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refreshAfter } from './refresh-after.ts'

/** A page with a balance, and a change of it; `respond` is what ends each further reading of the balance. */
function pageWithBalance() {
  const client = new QueryClient()
  const waiting: ((balance: string) => void)[] = []
  const balance = new QueryObserver(client, {
    queryKey: ['mine', 'balance'],
    queryFn: () => new Promise<string>((resolve) => void waiting.push(resolve)),
    initialData: '10',
    staleTime: Infinity,
  })
  balance.subscribe(() => {})
  const send = (result: Promise<string>) => {
    const change = new MutationObserver(client, {
      mutationFn: () => result,
      onSettled: refreshAfter(client, ['mine']),
    })
    return { change, ended: change.mutate() }
  }
  return { waiting, balance, send }
}

test('a refusal shows while the balance that it may have altered is still read', async () => {
  const { waiting, balance, send } = pageWithBalance()
  const { change, ended } = send(Promise.reject(new Error('refused')))
  await expect(ended).rejects.toThrow('refused')
  expect(change.getCurrentResult().status).toBe('error')
  expect(waiting).toHaveLength(1)
  expect(balance.getCurrentResult().fetchStatus).toBe('fetching')
})

test('a success lasts until the balance is read anew', async () => {
  const { waiting, balance, send } = pageWithBalance()
  const { change, ended } = send(Promise.resolve('done'))
  await expect.poll(() => waiting.length).toBe(1)
  expect(change.getCurrentResult().status).toBe('pending')
  waiting[0]?.('7')
  await ended
  expect(balance.getCurrentResult().data).toBe('7')
})
