import { readStored, writeStored } from '@evenhand/ui/storage.ts'
import { createStore, useStore } from '@evenhand/ui/store.ts'
import { useEffect, useRef } from 'react'

// Single letters may be in the way of speech input, so an operator can switch them off (WCAG 2.1.4).
const onStore = createStore(readStored('singleKeys') !== 'off')
export const useSingleKeys = (): boolean => useStore(onStore)
export function setSingleKeys(on: boolean): void {
  writeStored('singleKeys', on ? null : 'off')
  onStore.set(on)
}

/** A box that is ticked takes no letters: the keys go on after it. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)) &&
  !(target instanceof HTMLInputElement && target.type === 'checkbox')

/**
 * Listens for single keys while the screen stands: not while text is typed, not behind an open dialog, and never
 * together with Ctrl, Alt or ⌘.
 */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const current = useRef(keys)
  current.current = keys
  const on = useSingleKeys()
  useEffect(() => {
    if (!on) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || isTyping(event.target)) return
      if (document.querySelector('dialog[open]')) return
      const act = current.current[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [on])
}
