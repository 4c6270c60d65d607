import { contentLimits } from '@evenhand/protocol/content.ts'
import type { SeenContent } from '@evenhand/protocol/content-console.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { TextArea } from '@evenhand/ui/text-area.tsx'
import { useTranslations } from 'use-intl'
import { languageOf } from '../../lib/settings.ts'
import { When } from '../../lib/when.tsx'
import { cleanText, type TextForm } from './text-form.ts'

type FieldsProps = {
  seen: SeenContent
  lang: Lang
  form: TextForm
  wrong: readonly (keyof TextForm)[]
  readOnly: boolean
  onChange: (form: TextForm) => void
}

/** What is written: title, what a kind has beside it, and the text; with what would keep it from being published. */
export function TextFields({ seen, lang, form, wrong, readOnly, onChange }: FieldsProps) {
  const t = useTranslations('content')
  const { tag, dir, name } = languageOf(lang)
  const { kind } = seen.item
  const field = (key: 'title' | 'keywords' | 'summary') => ({
    label: t(`field.${key}`),
    value: form[key],
    lang: tag,
    dir,
    readOnly,
    autoComplete: 'off',
    aside: `${form[key].length} / ${contentLimits[key]}`,
    error: wrong.includes(key) && t('tooLong'),
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...form, [key]: cleanText(target.value) }),
  })
  return (
    <section aria-label={name} className="flex min-w-0 flex-col gap-3">
      <Status seen={seen} />
      <TextField {...field('title')} />
      {kind === 'faq' && <TextField {...field('keywords')} hint={t('hint.keywords')} />}
      {kind === 'notice' && <TextField {...field('summary')} hint={t('hint.summary')} />}
      <TextArea
        label={t('field.body')}
        value={form.body}
        lang={tag}
        readOnly={readOnly}
        rows={20}
        error={wrong.includes('body') && t('tooLong')}
        hint={t('hint.body')}
        onChange={({ target }) => onChange({ ...form, body: cleanText(target.value) })}
      />
    </section>
  )
}

/** Where the text stands, and what of its draft would be refused. */
function Status({ seen: { published, draft } }: { seen: SeenContent }) {
  const t = useTranslations('content')
  return (
    <div className="flex flex-col gap-1 text-12 text-fg2">
      <p>
        {published === null ? (
          t('state.missing')
        ) : (
          <>
            {t('state.published')} · {t('version', { version: published.version })} · <When ms={published.updatedAt} />{' '}
            ·{' '}
            <bdi dir="ltr" className="font-mono" title={published.hash}>
              {published.hash.slice(0, 12)}
            </bdi>
          </>
        )}
      </p>
      {draft !== null && (
        <p className="flex flex-wrap items-center gap-2">
          <Chip variant="accent">
            {t(`state.${draft.status === 'DRAFT' ? 'draft' : draft.status === 'REVIEW' ? 'review' : 'scheduled'}`)}
          </Chip>
          <bdi>{draft.writtenBy}</bdi> <When ms={draft.savedAt} />
          {draft.publishAt !== null && (
            <span>
              {t('publish.from')} <When ms={draft.publishAt} />
            </span>
          )}
        </p>
      )}
      {draft?.problems.map(({ field, kind, word }) => (
        <p key={`${field} ${kind} ${word}`} className="text-13 text-danger">
          {t(`field.${field}`)}: {t(`problem.${kind}`)} {word !== '' && <q>{word}</q>}
        </p>
      ))}
    </div>
  )
}
