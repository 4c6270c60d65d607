import { approveContent, listContent, type ContentKind } from '@evenhand/protocol/content-console.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useMay } from '../../lib/session.ts'
import { freshMs } from '../../lib/use-page.ts'

/** A legal text that another operator wrote and this one may approve. */
export type WaitingText = { slug: string; lang: Lang; kind: ContentKind; title: string }

/** The texts that wait for this operator; undefined for those who approve none. */
export function useWaitingTexts(): readonly WaitingText[] | undefined {
  const approves = useMay()(approveContent)
  const { data } = useQuery({
    queryKey: [listContent.path],
    queryFn: ({ signal }) => call(listContent, {}, signal),
    refetchInterval: freshMs,
    enabled: approves,
  })
  if (!approves) return undefined
  return (data?.rows ?? []).flatMap(({ slug, kind, title, langs }) =>
    langs.filter(({ mayApprove }) => mayApprove).map(({ lang }) => ({ slug, lang, kind, title })),
  )
}
