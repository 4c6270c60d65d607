import { isOpen, type Call, type Features, type Target, type TextKey } from '../lib/feature.ts'

type Finding = Target & { readonly key: string; readonly title: string }
/** A screen that searches for the typed text itself. */
type ScreenSearch = Target & { readonly key: string; readonly find: TextKey }

/** Where a typed text leads among the screens: those whose name has it, and the searches that these roles may make on one. */
export function findings(
  { screens }: Features,
  text: string,
  { may, titleOf }: { may: (call: Call) => boolean; titleOf: (key: TextKey) => string },
): { named: readonly Finding[]; searches: readonly ScreenSearch[] } {
  const wanted = text.trim().toLowerCase()
  const open = screens.filter((screen) => !screen.isOutside && isOpen(screen, may))
  const named = open
    .map(({ path, title }) => ({ key: path, to: path, search: {}, title: titleOf(title) }))
    .filter(({ title, key }) => `${title} ${key}`.toLowerCase().includes(wanted))
  if (wanted === '') return { named, searches: [] }
  const searches = open.flatMap(({ path, find }) =>
    find === undefined ? [] : [{ key: find, to: path, search: { q: text.trim() }, find }],
  )
  return { named, searches }
}
