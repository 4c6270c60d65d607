/**
 * For an overlay that is shown: when a step of it takes the place of the one that had the focus, `begin` gives the focus to
 * what came. Returns how to end it.
 */
export function keepFocus(overlay: HTMLElement, begin: () => void): () => void {
  let last: Node | null = null
  const note = ({ target }: FocusEvent) => void (last = target as Node)
  const observer = new MutationObserver(() => {
    if (last && !last.isConnected && document.activeElement === document.body) begin()
  })
  overlay.addEventListener('focusin', note)
  observer.observe(overlay, { childList: true, subtree: true })
  return () => {
    overlay.removeEventListener('focusin', note)
    observer.disconnect()
  }
}
