import { listContent, viewContent, type SeenContent } from '@evenhand/protocol/content-console.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { freshMs } from '../../lib/use-page.ts'

/** All items with their state in each language. */
export const useContents = () =>
  useQuery({
    queryKey: [listContent.path],
    queryFn: ({ signal }) => call(listContent, {}, signal),
    refetchInterval: freshMs,
  })

export type TextKeyed = { slug: string; lang: Lang; from?: 'en' | 'zh' | undefined }
const keyOf = ({ slug, lang, from }: TextKeyed) => [viewContent.path, slug, lang, from ?? '']

/** A text in one language with its draft and the text it is translated from. */
export const useText = ({ slug, lang, from }: TextKeyed) =>
  useQuery({
    queryKey: keyOf({ slug, lang, from }),
    queryFn: ({ signal }) => call(viewContent, { slug, lang, ...(from !== undefined && { from }) }, signal),
    refetchInterval: freshMs,
  })

/** Replaces what was shown by what a call returned, and reads the list again. */
export function useKeepText(): (key: TextKeyed, seen: SeenContent) => Promise<void> {
  const queries = useQueryClient()
  return async (key, seen) => {
    queries.setQueryData(keyOf(key), seen)
    await Promise.all([listContent, viewContent].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
  }
}

/** Reads the list and the open text again, as after a change of a notice or of an answer. */
export function useRenewContents(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([listContent, viewContent].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
  }
}
