import { readStored, writeStored } from './storage.ts'
import { createStore, useStore } from './store.ts'

const key = 'resultSound'
const wanted = createStore(typeof localStorage !== 'undefined' && readStored(key) === '1')
let context: AudioContext | undefined

export const useResultSound = (): boolean => useStore(wanted)

/** Turns the sound of results on or off in this browser, and plays it once where it is turned on. */
export function setResultSound(on: boolean): void {
  writeStored(key, on ? '1' : null)
  wanted.set(on)
  if (on) playResult()
}

/** One short note, the same for every result; silent unless the customer requested it and the browser allows it. */
export function playResult(): void {
  if (!wanted.get()) return
  try {
    context ??= new AudioContext()
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
    void context.resume().catch(() => {})
  } catch {
    // Without an audio device the line alone tells the result.
  }
}
