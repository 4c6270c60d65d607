import type { Lang } from '@evenhand/protocol/languages.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { parseMarkdown } from '@evenhand/ui/markdown.ts'
import { MarkdownView, type InAppLink } from '@evenhand/ui/markdown-view.tsx'
import { Tabs } from '@evenhand/ui/tabs.tsx'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { languageOf } from '../../lib/settings.ts'

const widths = ['phone', 'desktop'] as const
const directions = ['ltr', 'rtl'] as const

type PreviewProps = { lang: Lang; title: string; body: string }

/** A text as customers will see it: at the width of a phone or of a page, in either direction of script. */
export function Preview({ lang, title, body }: PreviewProps) {
  const t = useTranslations('content')
  const [width, setWidth] = useState<(typeof widths)[number]>('phone')
  const [dir, setDir] = useState<(typeof directions)[number]>(languageOf(lang).dir)
  return (
    <section aria-label={t('preview.title')} className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-14 font-600">{t('preview.title')}</h3>
        <div className="flex flex-wrap gap-2">
          <Tabs
            label={t('preview.width')}
            variant="segment"
            items={widths.map((value) => ({ value, label: t(`preview.${value}`) }))}
            value={width}
            onChange={setWidth}
          />
          <Tabs
            label={t('preview.direction')}
            variant="segment"
            items={directions.map((value) => ({ value, label: t(`preview.${value}`) }))}
            value={dir}
            onChange={setDir}
          />
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by key */}
      <div
        role="region"
        aria-label={t(`preview.${width}`)}
        tabIndex={0}
        className="overflow-x-auto rounded-card border border-line bg-page p-3"
      >
        <Shown lang={lang} title={title} body={body} dir={dir} isNarrow={width === 'phone'} />
      </div>
    </section>
  )
}

type ShownProps = PreviewProps & { dir?: 'ltr' | 'rtl'; isNarrow?: boolean }

/** A title with its text, in the language and direction it is written in. */
export function Shown({ lang, title, body, dir, isNarrow = false }: ShownProps) {
  const { tag, dir: own } = languageOf(lang)
  const blocks = useMemo(() => parseMarkdown(body), [body])
  return (
    <article
      lang={tag}
      dir={dir ?? own}
      className={cx('wrap-anywhere', isNarrow ? 'w-[343px] max-w-full' : 'max-w-[72ch]')}
    >
      <h2 className="mb-3 text-20 font-700">{title}</h2>
      <MarkdownView blocks={blocks} renderLink={previewedLink} />
    </article>
  )
}

/** A link of a text that is only previewed: it shows where it leads, and leads nowhere. */
const previewedLink = ({ href, className, children }: InAppLink) => (
  <span className={className} title={href}>
    {children}
  </span>
)
