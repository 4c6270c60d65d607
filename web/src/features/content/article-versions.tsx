import { contentChanges, contentVersions } from '@evenhand/protocol/content.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Skeleton } from '@evenhand/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { languageOf, useLang } from '../../lib/settings.ts'

type VersionsProps = {
  id: string
  /** The version whose text is shown. */
  shown: string
  /** The one that the address requests; undefined where that is the one in force. */
  requested: string | undefined
  /** The version whose changes are open at first. */
  changes: string | undefined
}

/** Every version of a legal text with its date and hash, and what changed from each to the next. */
export function ArticleVersions({ id, shown, requested, changes }: VersionsProps) {
  const t = useTranslations('content')
  const lang = useLang()
  const date = new Intl.DateTimeFormat(languageOf(lang).tag, { dateStyle: 'long' })
  const [compared, setCompared] = useState(changes)
  const { data } = useQuery({
    queryKey: ['content', 'versions', id, lang],
    queryFn: ({ signal }) => call(contentVersions, { id, lang }, { signal }),
    staleTime: 600_000,
  })
  const isHere = data !== undefined
  useEffect(() => {
    if (changes !== undefined && isHere) document.getElementById('versions')?.scrollIntoView()
  }, [changes, isHere])
  const newest = data?.[0]
  if (data === undefined || newest === undefined || (data.length < 2 && requested === undefined)) return null
  return (
    <section aria-labelledby="versions" className="mt-10 border-t border-line pt-6 print:hidden">
      <h2 id="versions" className="text-18 font-700">
        {t('versions.title')}
      </h2>
      {shown !== newest.version && (
        <p className="mt-2 text-warn">
          {t('versions.old')}{' '}
          <Link to="/detail" search={{ id }} className="font-600 text-accent-text underline">
            {t('versions.toNewest')}
          </Link>
        </p>
      )}
      <ol className="mt-3 flex flex-col divide-y divide-line">
        {data.map((one, at) => {
          const before = data[at + 1]
          return (
            <li key={one.version} className="flex flex-col gap-2 py-3">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <Link
                  to="/detail"
                  search={one.version === newest.version ? { id } : { id, version: one.version }}
                  aria-current={one.version === shown ? 'true' : undefined}
                  className="font-600 text-accent-text underline underline-offset-2 aria-[current=true]:text-fg aria-[current=true]:no-underline"
                >
                  {t('version', { date: date.format(one.updatedAt), version: one.version })}
                </Link>
                <bdi dir="ltr" className="font-mono text-12 text-fg3" title={one.hash}>
                  {one.hash.slice(0, 16)}
                </bdi>
                {before && (
                  <Button
                    variant="quiet"
                    size="small"
                    aria-expanded={compared === one.version}
                    onClick={() => setCompared(compared === one.version ? undefined : one.version)}
                  >
                    {t('versions.changes')}
                  </Button>
                )}
              </div>
              {before && compared === one.version && <Changes id={id} from={before.version} to={one.version} />}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function Changes({ id, from, to }: { id: string; from: string; to: string }) {
  const t = useTranslations('content')
  const common = useTranslations('common')
  const lang = useLang()
  const { data, isError } = useQuery({
    queryKey: ['content', 'changes', id, lang, from, to],
    queryFn: ({ signal }) => call(contentChanges, { id, lang, from, to }, { signal }),
    staleTime: 600_000,
  })
  if (isError) return <p role="alert">{common('state.loadFailed')}</p>
  if (data === undefined) return <Skeleton className="h-20" />
  const changed = data.parts.filter(({ kind, text }) => kind !== 'same' && text.trim() !== '')
  if (changed.length === 0) return <p className="text-fg2">{t('versions.same')}</p>
  return (
    <ul className="flex flex-col gap-1.5 text-14">
      {changed.map(({ kind, text }, at) => {
        const Mark = kind === 'added' ? 'ins' : 'del'
        return (
          <li key={at}>
            <Mark
              className={
                kind === 'added'
                  ? 'block rounded-chip bg-good-weak px-3 py-1.5 whitespace-pre-wrap text-fg no-underline'
                  : 'block rounded-chip bg-sunken px-3 py-1.5 whitespace-pre-wrap text-fg2 line-through'
              }
            >
              <span className="sr-only">{t(`versions.${kind === 'added' ? 'added' : 'removed'}`)} </span>
              {text.trim()}
            </Mark>
          </li>
        )
      })}
    </ul>
  )
}
