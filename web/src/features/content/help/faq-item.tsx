import type { FaqEntry } from '@evenhand/protocol/faq.ts'
import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { languageOf, useLang } from '../../../lib/settings.ts'
import { parseMarkdown } from '@evenhand/ui/markdown.ts'
import { MarkdownView } from '../markdown-view.tsx'
import { OtherLanguage, writtenIn } from '../other-language.tsx'
import { FoldItem } from './fold-item.tsx'
import { FaqFeedback } from './faq-feedback.tsx'

type ItemProps = { entry: FaqEntry; open: boolean; onToggle: () => void }

/** A question; opened, its answer, how old that is, and whether it is still correct. */
export function FaqItem({ entry, open, onToggle }: ItemProps) {
  const question = (
    <span {...writtenIn(entry.lang)} className="grow">
      {entry.question}
    </span>
  )
  return (
    <FoldItem open={open} onToggle={onToggle} head={question} className="min-h-14 items-center py-3 text-15 font-600">
      <Answer entry={entry} />
    </FoldItem>
  )
}

function Answer({ entry }: { entry: FaqEntry }) {
  const t = useTranslations('help')
  const tag = languageOf(useLang()).tag
  const blocks = useMemo(() => parseMarkdown(entry.body), [entry.body])
  const date = sentenceDate(tag).format(entry.updatedAt)
  return (
    <div className="max-w-text">
      <OtherLanguage written={entry.lang} />
      <div {...writtenIn(entry.lang)}>
        <MarkdownView blocks={blocks} />
      </div>
      <p className="mt-4 text-13 text-fg3">{t('faq.updated', { date })}</p>
      <FaqFeedback entry={entry} />
    </div>
  )
}
