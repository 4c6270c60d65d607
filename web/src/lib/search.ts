/** Addresses as the specification writes them: plain text values, no JSON quoting, numbers stay text until a route reads them. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const text = new URLSearchParams(pairs).toString()
  return text === '' ? '' : `?${text}`
}

type Raw = Record<string, unknown>
type Texts<N extends string> = { [name in N]?: string | undefined }

/** Reads the named texts of an address; anything else in it is left out, so a stray value can never break a screen. */
export const texts =
  <N extends string>(...names: readonly N[]) =>
  (raw: Raw): Texts<N> =>
    Object.fromEntries(
      names.flatMap((name) => (raw[name] === undefined ? [] : [[name, String(raw[name])]])),
    ) as Texts<N>

/** The three words of an instrument's address; `code` decides, the others are corrected by the screen. */
export function instrumentSearch(raw: Raw): { code: string; type: number; id?: string | undefined } {
  const type = Math.trunc(Number(raw['type'] ?? 0))
  return { code: String(raw['code'] ?? ''), type: Number.isFinite(type) ? type : 0, ...texts('id')(raw) }
}

/** The words of a content page's address. */
export const detailSearch = (raw: Raw): { id: string; title?: string | undefined } => ({
  id: String(raw['id'] ?? ''),
  ...texts('title')(raw),
})
