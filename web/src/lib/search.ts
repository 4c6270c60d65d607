import type { RawSearch } from '@evenhand/ui/router.ts'

type Texts<N extends string> = { [name in N]?: string | undefined }

/** Reads the named texts of an address; anything else in it is left out, so a stray value can never break a screen. */
export const texts =
  <N extends string>(...names: readonly N[]) =>
  (raw: RawSearch): Texts<N> =>
    Object.fromEntries(
      names.flatMap((name) => (raw[name] === undefined ? [] : [[name, String(raw[name])]])),
    ) as Texts<N>

export type InstrumentSearch = { code: string; type: number; id?: string | undefined }

/** The three words of an instrument's address; `code` decides, the others are corrected by the screen. */
export function instrumentSearch(raw: RawSearch): InstrumentSearch {
  const type = Math.trunc(Number(raw['type'] ?? 0))
  return { code: String(raw['code'] ?? ''), type: Number.isFinite(type) ? type : 0, ...texts('id')(raw) }
}

/** The words of a content page's address. */
export const detailSearch = (
  raw: RawSearch,
): { id: string; title?: string | undefined; version?: string | undefined; changes?: string | undefined } => ({
  id: String(raw['id'] ?? ''),
  ...texts('title', 'version', 'changes')(raw),
})
