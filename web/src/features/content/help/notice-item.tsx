import type { PublicNotice } from '@evenhand/protocol/content.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useEffect, useId, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { languageOf, useLang } from '../../../lib/settings.ts'
import { parseMarkdown } from '@evenhand/ui/markdown.ts'
import { MarkdownView } from '../markdown-view.tsx'
import { OtherLanguage } from '../other-language.tsx'

type ItemProps = { notice: PublicNotice; open: boolean; onToggle: () => void }

/** One announcement: title, date and summary; opened, its whole text. */
export function NoticeItem({ notice, open, onToggle }: ItemProps) {
  const t = useTranslations('help')
  const id = useId()
  const item = useRef<HTMLLIElement>(null)
  const tag = languageOf(useLang()).tag
  useEffect(() => {
    const frame = requestAnimationFrame(() => open && item.current?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [open])
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'long' }).format(notice.publishedAt)
  const category = notice.category === 'faq-topic' ? undefined : notice.category
  return (
    <li ref={item} className="scroll-mt-20">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
          className="flex w-full items-start gap-3 p-4 text-start hover:bg-sunken desktop:px-5"
        >
          <span className="min-w-0 grow">
            <span className="flex flex-wrap items-center gap-2">
              <span dir="auto" className="text-16 font-600">
                {notice.title}
              </span>
              {notice.pinned && <Chip variant="accent">{t('notice.pinned')}</Chip>}
            </span>
            {notice.summary !== '' && !open && (
              <span className="mt-1 block text-14 font-400 text-fg2">{notice.summary}</span>
            )}
            <span className="mt-1.5 block text-13 font-400 text-fg3">
              {date}
              {category && ` · ${t(`notice.category.${category}`)}`}
            </span>
          </span>
          <Icon name="expand" size={18} className={cx('mt-1 shrink-0 text-fg3', open && 'rotate-180')} />
        </button>
      </h2>
      <div id={id} hidden={!open} className="px-4 pb-5 desktop:px-5">
        {open && <Text notice={notice} />}
      </div>
    </li>
  )
}

function Text({ notice }: { notice: PublicNotice }) {
  const blocks = useMemo(() => parseMarkdown(notice.body), [notice.body])
  return (
    <div className="flex max-w-text flex-col gap-3">
      <OtherLanguage of={notice.lang} />
      <div dir="auto">
        <MarkdownView blocks={blocks} />
      </div>
    </div>
  )
}
