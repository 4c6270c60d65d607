import { saveContent, type SeenContent } from '@evenhand/protocol/content-console.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useMay } from '../../lib/session.ts'
import { languageOf } from '../../lib/settings.ts'
import { usePageDraft } from '../../lib/use-draft.ts'
import { RowsState } from '../../table/rows-state.tsx'
import { AnswerSettings } from './answer-dialog.tsx'
import { useKeepText, useText } from './content-query.ts'
import { DraftActions } from './draft-actions.tsx'
import { LangStates } from './lang-states.tsx'
import { NoticeSettings } from './notice-settings.tsx'
import { Preview } from './preview.tsx'
import { SourcePanel } from './source-panel.tsx'
import { TextFields } from './text-fields.tsx'
import { formOf, isChanged, tooLong } from './text-form.ts'

type EditorProps = { slug: string; lang: Lang; onLang: (lang: Lang) => void; onClose: () => void }

/** One text of an item: what it is translated from beside what is written, how it will look, and what is next about it. */
export function Editor({ slug, lang, onLang, onClose }: EditorProps) {
  const t = useTranslations('content')
  const common = useTranslations('common')
  const [from, setFrom] = useState<'en' | 'zh'>()
  const query = useText({ slug, lang, from })
  const { data } = query
  return (
    <>
      <div>
        <Button variant="quiet" size="small" onClick={onClose}>
          <Icon name="back" size={18} />
          {common('back')}
        </Button>
      </div>
      {data === undefined ? (
        <RowsState rows={query} empty={null} />
      ) : (
        <>
          <header className="flex flex-col gap-2">
            <div className="flex flex-wrap items-center gap-2">
              <h2 className="text-20 font-700 wrap-anywhere">
                <bdi>{data.item.title}</bdi>
              </h2>
              {data.item.isLegal && <Chip icon="shield">{t('legal')}</Chip>}
              <Chip>{languageOf(lang).name}</Chip>
            </div>
            <LangStates langs={data.item.langs} chosen={lang} onChoose={onLang} />
          </header>
          {data.item.notice && <NoticeSettings row={data.item} />}
          {data.item.kind === 'faq' && <AnswerSettings row={data.item} />}
          {/* Begun anew whenever an editor saves or publishes. */}
          <Writing
            key={`${data.baseVersion} ${data.draft?.revision ?? 0}`}
            seen={data}
            at={{ slug, lang, from }}
            onFrom={setFrom}
          />
        </>
      )}
    </>
  )
}

type WritingProps = {
  seen: SeenContent
  at: { slug: string; lang: Lang; from: 'en' | 'zh' | undefined }
  onFrom: (from: 'en' | 'zh') => void
}

function Writing({ seen, at, onFrom }: WritingProps) {
  const t = useTranslations('content')
  const may = useMay()
  const text = useProblemText()
  const keep = useKeepText()
  const { slug, lang } = at
  const { draft, baseVersion } = seen
  const first = formOf(seen)
  const written = `${slug} ${lang} ${baseVersion} ${draft?.revision ?? 0}`
  const [form, setForm, forget] = usePageDraft(written, first)
  const changed = isChanged(form, first)
  const wrong = tooLong(form)
  const mayWrite = may(saveContent)
  const save = useMutation({
    meta: { handled: true },
    mutationFn: () => call(saveContent, { slug, lang, ...form, baseVersion, revision: draft?.revision ?? 0 }),
    onSuccess: async (saved) => {
      forget()
      toast(t('saved'), 'good')
      await keep(at, saved)
    },
  })
  return (
    <>
      <div className="grid gap-6 desktop:grid-cols-2">
        <SourcePanel seen={seen} lang={lang} form={form} onFrom={onFrom} onForm={mayWrite ? setForm : undefined} />
        <TextFields seen={seen} lang={lang} form={form} wrong={wrong} readOnly={!mayWrite} onChange={setForm} />
      </div>
      {mayWrite && (
        <div className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <Button
              variant={changed ? 'primary' : 'secondary'}
              disabled={!changed || wrong.length > 0}
              busy={save.isPending}
              onClick={() => save.mutate()}
            >
              {t('save')}
            </Button>
            {draft !== null && <DraftActions seen={seen} draft={draft} at={at} isChanged={changed} />}
          </div>
          {save.error && <FieldError>{text(save.error)}</FieldError>}
        </div>
      )}
      <Preview lang={lang} title={form.title} body={form.body} />
    </>
  )
}
