import type { PublicNotice } from '@evenhand/protocol/public-notices.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { languageOf, useLang } from '../../../lib/settings.ts'
import { parseMarkdown } from '@evenhand/ui/markdown.ts'
import { MarkdownView } from '../markdown-view.tsx'
import { FoldItem } from './fold-item.tsx'
import { OtherLanguage, writtenIn } from '../other-language.tsx'
import { Dot } from '../../../lib/dot.tsx'

type ItemProps = { notice: PublicNotice; open: boolean; onToggle: () => void }

/** One announcement: title, date and summary; opened, its whole text. */
export function NoticeItem({ notice, open, onToggle }: ItemProps) {
  const t = useTranslations('help')
  const tag = languageOf(useLang()).tag
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'long' }).format(notice.publishedAt)
  const category = notice.category === 'faq-topic' ? undefined : notice.category
  const head = (
    <span className="min-w-0 grow">
      <span className="flex flex-wrap items-center gap-2">
        <span {...writtenIn(notice.lang)} className="text-16 font-600 wrap-anywhere">
          {notice.title}
        </span>
        {notice.pinned && <Chip variant="accent">{t('notice.pinned')}</Chip>}
      </span>
      {notice.summary !== '' && !open && (
        <span className="mt-1 block text-14 font-400 wrap-anywhere text-fg2">
          <bdi {...writtenIn(notice.lang)}>{notice.summary}</bdi>
        </span>
      )}
      <span className="mt-1.5 block text-13 font-400 text-fg3">
        {date}
        {category && (
          <>
            <Dot />
            {t(`notice.category.${category}`)}
          </>
        )}
      </span>
    </span>
  )
  return (
    <FoldItem open={open} onToggle={onToggle} head={head} className="items-start py-4">
      <Text notice={notice} />
    </FoldItem>
  )
}

function Text({ notice }: { notice: PublicNotice }) {
  const blocks = useMemo(() => parseMarkdown(notice.body), [notice.body])
  return (
    <div className="flex max-w-text flex-col gap-3">
      <OtherLanguage written={notice.lang} />
      {/* Its headings stand under the notice's own, so none is larger. */}
      <div {...writtenIn(notice.lang)} className="wrap-anywhere [&_h2]:mt-2 [&_h2]:text-16">
        <MarkdownView blocks={blocks} />
      </div>
    </div>
  )
}
