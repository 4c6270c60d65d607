import { afterAll, expect, test, vi } from 'vitest'

afterAll(() => vi.unstubAllGlobals())

const notes: string[] = []
const param = { value: 0, setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} }
const node = { frequency: param, gain: param, connect: () => ({ connect: () => {} }), stop: () => {} }

/** As a browser has it: asleep until it is resumed, which it allows in a press alone. */
class Context {
  state = 'suspended'
  currentTime = 0
  destination = {}
  resume = async () => void (this.state = 'running')
  createGain = () => node
  createOscillator = () => ({ ...node, start: () => notes.push(this.state) })
}

test('a result sounds once the customer turned it on and a press woke the sound; what was not allowed is not played later', async () => {
  const stored = new Map([['resultSound', '1']])
  const presses: (() => void)[] = []
  vi.stubGlobal('AudioContext', Context)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('addEventListener', (_kind: string, listener: () => void) => presses.push(listener))
  const { playResult, setResultSound } = await import('./result-sound.ts')

  playResult()
  expect(notes).toEqual([])
  presses[0]?.()
  await Promise.resolve()
  expect(notes).toEqual([])
  playResult()
  expect(notes).toEqual(['running'])

  setResultSound(false)
  playResult()
  expect(notes).toHaveLength(1)
  setResultSound(true)
  await vi.waitFor(() => expect(notes).toHaveLength(2))
})
