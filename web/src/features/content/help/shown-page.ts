const size = 10

type Wanted = { page: string | undefined; id: string | undefined }

/** The part of a list on a page of the address, from 1; where it names a row instead, the page that the row is on. */
export function shownPage<R extends { readonly id: string }>(all: readonly R[], wanted: Wanted) {
  const pages = Math.max(1, Math.ceil(all.length / size))
  const at = all.findIndex(({ id }) => id === wanted.id)
  const requested = at >= 0 ? Math.floor(at / size) + 1 : Math.trunc(Number(wanted.page ?? 1))
  const page = Math.min(pages, Math.max(1, Number.isFinite(requested) ? requested : 1))
  return { rows: all.slice((page - 1) * size, page * size), page, pages }
}
