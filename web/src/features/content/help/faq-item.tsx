import type { FaqEntry } from '@evenhand/protocol/content.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useEffect, useId, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { languageOf, useLang } from '../../../lib/settings.ts'
import { parseMarkdown } from '@evenhand/ui/markdown.ts'
import { MarkdownView } from '../markdown-view.tsx'
import { FaqFeedback } from './faq-feedback.tsx'

type ItemProps = { entry: FaqEntry; open: boolean; onToggle: () => void }

/** A question; opened, its answer, how old that is, and whether it is still correct. */
export function FaqItem({ entry, open, onToggle }: ItemProps) {
  const id = useId()
  const item = useRef<HTMLLIElement>(null)
  // Who came by a link to one answer is brought to it.
  useEffect(() => {
    const frame = requestAnimationFrame(() => open && item.current?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [open])
  return (
    <li ref={item} className="scroll-mt-20">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-14 w-full items-center gap-3 px-4 py-3 text-start text-15 font-600 hover:bg-sunken desktop:px-5"
        >
          <span dir="auto" className="grow">
            {entry.question}
          </span>
          <Icon name="expand" size={18} className={cx('shrink-0 text-fg3', open && 'rotate-180')} />
        </button>
      </h2>
      <div id={id} hidden={!open} className="px-4 pb-5 desktop:px-5">
        {open && <Answer entry={entry} />}
      </div>
    </li>
  )
}

function Answer({ entry }: { entry: FaqEntry }) {
  const t = useTranslations('help')
  const tag = languageOf(useLang()).tag
  const blocks = useMemo(() => parseMarkdown(entry.body), [entry.body])
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }).format(entry.updatedAt)
  return (
    <div className="max-w-text">
      <div dir="auto">
        <MarkdownView blocks={blocks} />
      </div>
      <p className="mt-4 text-13 text-fg3">{t('faq.updated', { date })}</p>
      <FaqFeedback entry={entry} />
    </div>
  )
}
