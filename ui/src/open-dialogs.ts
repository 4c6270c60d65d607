import { createStore } from './store.ts'

/** The modal dialogs that are open, the one over the others last: everything outside of that one is inert. */
export const openDialogs = createStore<readonly HTMLDialogElement[]>([])

/** Opens a dialog over the page, which does not scroll meanwhile. Returns what to call once it closes or goes away. */
export function openModal(dialog: HTMLDialogElement): () => void {
  const keep = (next: readonly HTMLDialogElement[]) => {
    openDialogs.set(next)
    document.documentElement.style.overflow = next.length > 0 ? 'hidden' : ''
  }
  if (!dialog.open) dialog.showModal()
  keep([...openDialogs.get(), dialog])
  return () => keep(openDialogs.get().filter((one) => one !== dialog))
}
