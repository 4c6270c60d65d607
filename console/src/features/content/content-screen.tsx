import { createAnswer, createNotice } from '@evenhand/protocol/content-console.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Page } from '../../layout/page.tsx'
import { ScreenTabs } from '../../layout/screen-tabs.tsx'
import { useMay } from '../../lib/session.ts'
import { RowsState } from '../../table/rows-state.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { useContents } from './content-query.ts'
import { ContentTable } from './content-table.tsx'
import { contentTabs, needsWork, workFilters, type ContentProps } from './content-words.ts'
import { Editor } from './editor.tsx'
import { FeedbackList } from './feedback-list.tsx'
import { StateLegend } from './lang-states.tsx'
import { NoticeDialog } from './notice-dialog.tsx'

/** Pages, questions and answers, and notices with where each stands in each language; one text of them while it is open. */
export function ContentScreen({ search, onSearch }: ContentProps) {
  const t = useTranslations('content')
  const { slug, lang, tab = 'page' } = search
  const close = () => onSearch({ slug: undefined, lang: undefined })
  if (slug !== undefined && lang !== undefined)
    return (
      <Page>
        <Editor
          key={`${slug} ${lang}`}
          slug={slug}
          lang={lang}
          onLang={(next) => onSearch({ lang: next })}
          onClose={close}
        />
      </Page>
    )
  return (
    <ScreenTabs
      label={t('title')}
      items={contentTabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
      value={tab}
      onChange={(value) => onSearch({ tab: value, work: undefined })}
    >
      <Page>{tab === 'feedback' ? <FeedbackList /> : <List search={search} onSearch={onSearch} />}</Page>
    </ScreenTabs>
  )
}

function List({ search, onSearch }: ContentProps) {
  const t = useTranslations('content')
  const may = useMay()
  const query = useContents()
  const [isOpen, setOpen] = useState(false)
  const { tab = 'page', work } = search
  const { data } = query
  const New = tab === 'faq' ? AnswerDialog : NoticeDialog
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Select
          label={t('filter')}
          value={work ?? ''}
          onChange={({ target }) => onSearch({ work: workFilters.find((one) => one === target.value) })}
          options={[
            { value: '', label: t('all') },
            ...workFilters.map((value) => ({ value, label: t(`state.${value}`) })),
          ]}
          className="min-w-48"
        />
        {tab === 'notice' && may(createNotice) && (
          <Button onClick={() => setOpen(true)}>{t('notice.create.button')}</Button>
        )}
        {tab === 'faq' && may(createAnswer) && (
          <Button onClick={() => setOpen(true)}>{t('answer.create.button')}</Button>
        )}
      </div>
      <StateLegend />
      {data === undefined ? (
        <RowsState rows={query} empty={null} />
      ) : (
        <ContentTable
          rows={data.rows.filter((row) => row.kind === tab && needsWork(row, work))}
          kind={tab}
          onOpen={(slug, lang) => onSearch({ slug, lang })}
        />
      )}
      {isOpen && <New onDone={(slug) => onSearch({ slug, lang: 'en' })} onClose={() => setOpen(false)} />}
    </>
  )
}
