import { getContentsById, legalSlugs } from '@evenhand/protocol/content.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@evenhand/ui/router.ts'
import { useMemo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { isRefused } from '../../lib/problem.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import { useTitle } from '../../lib/use-title.ts'
import { BarTitle } from '../../layout/bar-slot.tsx'
import { parseMarkdown, type Block, type Inline } from '@evenhand/ui/markdown.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { MarkdownView } from './markdown-view.tsx'
import { OtherLanguage } from './other-language.tsx'
import { Dot } from '../../lib/dot.tsx'

const ArticleVersions = lazyPart(async () => (await import('./article-versions.tsx')).ArticleVersions)

type ArticleProps = {
  id: string
  /** Shown until the text has come. */
  title: string
  /** An earlier version of a legal text, by its number; the one in force where it is left out. */
  version: string | undefined
  /** The version whose changes are shown, where an address requests them. */
  changes?: string | undefined
  /** What stands between the head and the text. */
  children?: ReactNode
}

/** A content page by its id: title, version, table of contents, text, and where there are earlier versions these. */
export function Article({ id, title, version, changes, children }: ArticleProps) {
  const t = useTranslations('content')
  const common = useTranslations('common')
  const lang = useLang()
  const tag = languageOf(lang).tag
  const { data, error, refetch } = useQuery({
    queryKey: ['content', id, lang, version ?? ''],
    queryFn: ({ signal }) =>
      call(getContentsById, { id, lang, ...(version === undefined ? {} : { version }) }, { signal }),
    staleTime: 600_000,
  })
  const blocks = useMemo(() => parseMarkdown(data?.body ?? ''), [data])
  const heading = data?.title ?? title
  useTitle(heading)
  if (isRefused(error, 'notFound'))
    return (
      <EmptyState
        icon="document"
        title={t('notFound')}
        action={
          <Link to="/" className={buttonClass()}>
            {common('nav.home')}
          </Link>
        }
      />
    )
  if (error && !data)
    return (
      <ErrorState
        title={common('state.loadFailed')}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    )
  return (
    <div className="mx-auto grid max-w-content gap-10 px-gutter py-4 desktop:grid-cols-[minmax(0,72ch)_16rem] desktop:justify-center desktop:py-8">
      <BarTitle title={heading} />
      <article className="min-w-0">
        <h1 className="mb-2 text-28 font-700 mobile:sr-only">{heading || <Skeleton className="h-9 w-1/2" />}</h1>
        {data && (
          <p className="mb-6 text-13 text-fg3">
            {t('version', {
              date: new Intl.DateTimeFormat(tag, { dateStyle: 'long' }).format(data.updatedAt),
              version: data.version,
            })}
            <Dot />
            {t('hash')}{' '}
            <bdi dir="ltr" className="font-mono whitespace-nowrap" title={data.hash}>
              {data.hash.slice(0, 16)}
            </bdi>
          </p>
        )}
        {data && 'lang' in data && <OtherLanguage written={String(data.lang)} />}
        {children}
        {data ? <MarkdownView blocks={blocks} /> : <TextSkeleton />}
        {data && isLegal(id) && <ArticleVersions id={id} shown={data.version} requested={version} changes={changes} />}
      </article>
      {data && <Contents blocks={blocks} />}
    </div>
  )
}

const isLegal = (id: string): boolean => legalSlugs.some((slug) => slug === id)

const TextSkeleton = () => (
  <div className="flex flex-col gap-3" aria-busy="true">
    {['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-2/3'].map((width, at) => (
      <Skeleton key={at} className={`h-4 ${width}`} />
    ))}
  </div>
)

const plain = (parts: readonly Inline[]): string =>
  parts.map((part) => ('text' in part ? part.text : plain(part.parts))).join('')

function Contents({ blocks }: { blocks: readonly Block[] }) {
  const t = useTranslations('content')
  const headings = blocks.filter((block) => block.kind === 'heading' && block.level <= 2)
  if (headings.length < 3) return null
  return (
    <nav aria-label={t('contents')} className="mobile:hidden print:hidden">
      <div className="sticky top-24 flex flex-col gap-1 border-s border-line ps-4">
        <p className="mb-1 font-600">{t('contents')}</p>
        {headings.map(
          (block) =>
            block.kind === 'heading' && (
              <a
                key={block.id}
                href={`#${block.id}`}
                className="py-1 text-13 text-fg2 no-underline hover:text-fg hover:underline"
              >
                {plain(block.parts)}
              </a>
            ),
        )}
      </div>
    </nav>
  )
}
