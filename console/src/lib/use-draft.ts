import { useState } from 'react'
import { useOperator } from './session.ts'

/**
 * What was typed and not sent, in the page's memory alone. It outlives the end of a session: who signs in again as the
 * same operator, and opens the same dialog or screen at the same address, finds it there.
 */
const drafts = new Map<string, unknown>()
const maxDrafts = 200

function keep(key: string, value: unknown): void {
  drafts.delete(key)
  const oldest = drafts.keys().next().value
  if (drafts.size >= maxDrafts && oldest !== undefined) drafts.delete(oldest)
  drafts.set(key, value)
}

/** Where the drafts of this operator at this address begin; fixed once, since an address may change under a dialog. */
function usePrefix(part: 'dialog' | 'page'): string {
  const operator = useOperator()?.operator.id ?? ''
  const [prefix] = useState(() => `${operator} ${location.pathname}${location.search} ${part} `)
  return prefix
}

function useKept<V>(key: string, empty: V | (() => V)): [V, (next: V) => void] {
  const [value, setValue] = useState<V>(() =>
    drafts.has(key) ? (drafts.get(key) as V) : typeof empty === 'function' ? (empty as () => V)() : empty,
  )
  return [
    value,
    (next) => {
      setValue(next)
      keep(key, next)
    },
  ]
}

/** The value of a field of a dialog; forgotten when the dialog is closed, sent or given up. */
export const useDraftOf = <V>(name: string, empty: V | (() => V)): [V, (next: V) => void] =>
  useKept(usePrefix('dialog') + name, empty)

/** What is typed on a screen itself; `forget` once it was sent. */
export function usePageDraft<V>(name: string, empty: V | (() => V)): [V, (next: V) => void, forget: () => void] {
  const key = usePrefix('page') + name
  const [value, setValue] = useKept(key, empty)
  return [value, setValue, () => void drafts.delete(key)]
}

/** Closes a dialog for good: what was typed into it is forgotten. */
export function useForgetting(onClose: () => void): () => void {
  const prefix = usePrefix('dialog')
  return () => {
    for (const key of drafts.keys()) if (key.startsWith(prefix)) drafts.delete(key)
    onClose()
  }
}

type Draft = { text: string; setText: (text: string) => void; close: () => void }

/** The text of a dialog, and how the dialog is closed. */
export function useDraft(name: string, onClose: () => void): Draft {
  const [text, setText] = useDraftOf(name, '')
  return { text, setText, close: useForgetting(onClose) }
}
