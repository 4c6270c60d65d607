import { useNavigate } from '@evenhand/ui/router.ts'
import { useEffect, useEffectEvent } from 'react'
import { isTyping } from './is-typing.ts'
import { areShortcutKeysOn } from './shortcut-keys.ts'

/** Marks what the key `/` presses on a screen that has its own search. */
export const searchKeyTarget = { 'data-search-key': '' } as const

/**
 * The key `/` searches on every page: where the screen has a search of its own it is used, elsewhere the list of markets
 * opens with its search. It does nothing where single keys are turned off.
 */
export function useSearchKey(): void {
  const navigate = useNavigate()
  const search = useEffectEvent(() => {
    const own = document.querySelector<HTMLElement>('[data-search-key]')
    if (own) own.click()
    else void navigate({ to: '/market', search: { find: '1' } })
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || !areShortcutKeysOn()) return
      // A field of the screen may take the key: it is called first, wherever in the order it is registered.
      const typing = isTyping(event)
      queueMicrotask(() => {
        if (typing || event.defaultPrevented) return
        event.preventDefault()
        search()
      })
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
