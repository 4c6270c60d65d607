import { useState } from 'react'
import { useOperator } from './session.ts'

/** Texts that were typed and not sent, in the page's memory alone. */
const drafts = new Map<string, string>()
const maxDrafts = 50

type Draft = { text: string; setText: (text: string) => void; close: () => void }

/**
 * A text of a dialog that outlives the end of a session: who signs in again as the same operator, and opens the same dialog
 * at the same address, finds it there. `close` forgets it, sent or given up, and calls `onClose`.
 */
export function useDraft(name: string, onClose: () => void): Draft {
  const operator = useOperator()?.operator.id ?? ''
  const [key] = useState(() => [operator, location.pathname, location.search, name].join(' '))
  const [text, setText] = useState(() => drafts.get(key) ?? '')
  return {
    text,
    setText(next) {
      setText(next)
      drafts.delete(key)
      if (next === '') return
      const oldest = drafts.keys().next().value
      if (drafts.size >= maxDrafts && oldest !== undefined) drafts.delete(oldest)
      drafts.set(key, next)
    },
    close() {
      drafts.delete(key)
      onClose()
    },
  }
}
