import { readStored, writeStored } from './storage.ts'
import { createStore, useStore } from './store.ts'

const key = 'shortcutKeys'
const wanted = createStore(typeof localStorage === 'undefined' || readStored(key) !== '0')

/** Whether single keys (B, S and `/`) do anything; they do unless this browser turned them off (WCAG 2.1.4). */
export const useShortcutKeys = (): boolean => useStore(wanted)
/** The same outside a component, for a listener of keys. */
export const areShortcutKeysOn = (): boolean => wanted.get()

/** Turns the single keys on or off in this browser. */
export function setShortcutKeys(on: boolean): void {
  writeStored(key, on ? null : '0')
  wanted.set(on)
}
