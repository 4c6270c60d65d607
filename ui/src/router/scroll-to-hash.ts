let stopWaiting = () => {}
const ownMoves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Begins at the top of the page, or at the element that the address names. An element that comes late, with its data, is
 * waited for until the visitor moves or goes on.
 */
export function scrollToHash(hash: string): void {
  stopWaiting()
  if (showElement(hash)) return
  scrollTo(0, 0)
  if (hash === '') return
  const waiting = new AbortController()
  const observer = new MutationObserver(() => showElement(hash) && stopWaiting())
  stopWaiting = () => {
    observer.disconnect()
    waiting.abort()
  }
  observer.observe(document.body, { childList: true, subtree: true })
  for (const move of ownMoves) addEventListener(move, stopWaiting, { passive: true, signal: waiting.signal })
}

function showElement(id: string): boolean {
  const element = id === '' ? null : document.getElementById(id)
  element?.scrollIntoView()
  return element !== null
}
