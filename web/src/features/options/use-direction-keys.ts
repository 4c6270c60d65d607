import type { Direction } from '@evenhand/protocol/options.ts'
import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../../lib/is-typing.ts'
import { areShortcutKeysOn } from '../../lib/shortcut-keys.ts'

/** The letter of a key, also on a keyboard of another script, where its position decides. */
const keys: Readonly<Record<string, Direction>> = { b: 'UP', s: 'DOWN', KeyB: 'UP', KeyS: 'DOWN' }

/** The direction that a pressed key stands for. */
export function directionOf({ key, code }: { key: string; code: string }): Direction | undefined {
  return /^[a-z]$/i.test(key) ? keys[key.toLowerCase()] : key.length === 1 ? keys[code] : undefined
}

/** B chooses up and S down, from anywhere on the page outside text fields, unless turned off; nothing is sent by them. */
export function useDirectionKeys(onChoose: (direction: Direction) => void): void {
  const choose = useEffectEvent(onChoose)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const direction = directionOf(event)
      if (!direction || !areShortcutKeysOn() || isTyping(event)) return
      event.preventDefault()
      choose(direction)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
