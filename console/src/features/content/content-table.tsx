import type { ContentRow } from '@evenhand/protocol/content-console.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Card, EmptyState } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { useLang } from '../../lib/settings.ts'
import { When } from '../../lib/when.tsx'
import type { ContentTab } from './content-words.ts'
import { LangStates } from './lang-states.tsx'
import { useAudienceText } from './audience-text.ts'

type TableProps = { rows: readonly ContentRow[]; kind: ContentTab; onOpen: (slug: string, lang: Lang) => void }

/** Items of a kind, one a row: its name, what there is to know of it, and its languages. */
export function ContentTable({ rows, kind, onOpen }: TableProps) {
  const t = useTranslations('content')
  const own = useLang()
  if (rows.length === 0) return <EmptyState title={t(kind === 'notice' ? 'none.notice' : 'none.text')} />
  return (
    <Card>
      <ul aria-label={t(`tab.${kind}`)}>
        {rows.map((row) => (
          <li
            key={row.slug}
            className="grid gap-x-6 gap-y-2 border-b border-line p-3 last:border-b-0 desktop:grid-cols-[minmax(0,1fr)_auto] desktop:items-center"
          >
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-2">
                <button
                  type="button"
                  onClick={() => onOpen(row.slug, own)}
                  className="min-h-7 text-start font-600 wrap-anywhere hover:underline mobile:min-h-11"
                >
                  <bdi>{row.title}</bdi>
                </button>
                {row.isLegal && <Chip icon="shield">{t('legal')}</Chip>}
                {row.isRetired && <Chip>{t('answer.retired')}</Chip>}
              </div>
              <ContentFacts row={row} />
            </div>
            <LangStates langs={row.langs} onChoose={(lang) => onOpen(row.slug, lang)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What stands under the name: where an answer belongs and what readers reported, or when and to whom a notice is shown. */
export function ContentFacts({ row }: { row: ContentRow }) {
  const t = useTranslations('content')
  const audience = useAudienceText()
  const { notice } = row
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-12 text-fg3">
      {notice === null ? (
        <span dir="ltr" className="font-mono">
          {row.slug}
        </span>
      ) : (
        <>
          <span>
            {t(`notice.type.${notice.type === 1 ? 'platform' : 'features'}`)} ·{' '}
            {t(`notice.category.${notice.category}`)}
          </span>
          <span>
            <When ms={notice.startAt} /> – {notice.endAt === null ? t('notice.open') : <When ms={notice.endAt} />}
          </span>
          {(['popup', 'navbar', 'pinned'] as const).map(
            (name) => notice[name] && <span key={name}>{t(`notice.${name}`)}</span>,
          )}
          <span>{audience(notice.audience)}</span>
          <span>{t('notice.reads', { count: notice.readCount })}</span>
        </>
      )}
      {row.screen !== null && (
        <span dir="ltr" className="font-mono">
          {row.screen}
        </span>
      )}
      {row.kind === 'faq' && <span>{t('feedback.counts', row.feedback)}</span>}
    </p>
  )
}
