import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { keepProblems, watchPresses } from './keep-problems.ts'

/** A query that fails until `response` holds something, and every state its screen showed. */
function openScreen() {
  const target = new EventTarget()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  keepProblems(client.getQueryCache(), { isPressed: watchPresses(target) })
  const server: { response?: string } = {}
  const queryFn = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (!server.response) throw new Error('silent')
    return server.response
  }
  const options = { queryKey: ['rows'], queryFn }
  const states: string[] = []
  const watch = () => {
    const observer = new QueryObserver(client, options)
    // As the React binding listens: what is shown is read once all that changed together has been published.
    const check = notifyManager.batchCalls(() => states.push(observer.getCurrentResult().status))
    return { observer, end: observer.subscribe(check) }
  }
  return { target, client, server, states, watch }
}
const failed = (states: string[]) => vi.waitFor(() => expect(states.at(-1)).toBe('error'))

test('a screen that failed keeps its problem while it is requested again by itself, and then shows what came', async () => {
  const { client, server, states, watch } = openScreen()
  watch()
  await failed(states)
  states.length = 0
  await client.invalidateQueries()
  await vi.waitFor(() => expect(states.length).toBeGreaterThan(1))
  expect(new Set(states)).toEqual(new Set(['error']))
  server.response = 'here'
  await client.invalidateQueries()
  await vi.waitFor(() => expect(states.at(-1)).toBe('success'))
  expect(states).not.toContain('pending')
})

test('a press on Retry shows the skeleton at once, and so does a screen that is opened anew', async () => {
  const { target, states, watch } = openScreen()
  const { observer, end } = watch()
  await failed(states)
  states.length = 0
  target.addEventListener('click', () => void observer.refetch())
  target.dispatchEvent(new Event('click'))
  await vi.waitFor(() => expect([...new Set(states)]).toEqual(['pending', 'error']))
  end()
  states.length = 0
  watch()
  await vi.waitFor(() => expect([...new Set(states)]).toEqual(['pending', 'error']))
})
