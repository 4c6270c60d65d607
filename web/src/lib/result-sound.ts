import { readStored, writeStored } from './storage.ts'
import { createStore, useStore } from './store.ts'

const key = 'resultSound'
const wanted = createStore(typeof localStorage !== 'undefined' && readStored(key) === '1')
let context: AudioContext | undefined

/** Whether this browser plays a sound at a result; off until it is chosen. */
export const useResultSound = (): boolean => useStore(wanted)

/** Makes the sound ready, in a press: a browser allows none before the first press on a page, and a result comes without. */
async function wake(): Promise<void> {
  if (!wanted.get()) return
  context ??= new AudioContext()
  if (context.state !== 'running') await context.resume()
}
const wakeByPress = (): void => void wake().catch(() => {})
if (typeof addEventListener !== 'undefined')
  for (const press of ['click', 'keydown']) addEventListener(press, wakeByPress, { capture: true, passive: true })

/** Turns the sound of results on or off in this browser, and plays it once where it is turned on. */
export function setResultSound(on: boolean): void {
  writeStored(key, on ? '1' : null)
  wanted.set(on)
  // Without an audio device the line alone shows the result.
  if (on) wake().then(playResult, () => {})
}

/**
 * One short note, the same for every result; silent unless the customer turned it on and the browser allows it. A note that
 * is not allowed now is left out: the browser would keep it, and play all of them at the next press.
 */
export function playResult(): void {
  if (!wanted.get() || context?.state !== 'running') return
  const { currentTime: now, destination } = context
  const note = context.createOscillator()
  const volume = context.createGain()
  note.frequency.value = 660
  volume.gain.setValueAtTime(0.0001, now)
  volume.gain.exponentialRampToValueAtTime(0.12, now + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.0001, now + 0.35)
  note.connect(volume).connect(destination)
  note.start(now)
  note.stop(now + 0.4)
}
