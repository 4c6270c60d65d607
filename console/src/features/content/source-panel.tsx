import { sourceLangs, type SeenContent } from '@evenhand/protocol/content-console.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { languageOf } from '../../lib/settings.ts'
import { When } from '../../lib/when.tsx'
import { Shown } from './preview.tsx'
import type { TextForm } from './text-form.ts'

type SourceProps = {
  seen: SeenContent
  lang: Lang
  form: TextForm
  onFrom: (from: 'en' | 'zh') => void
  /** Left out for who may only read. */
  onForm: ((form: TextForm) => void) | undefined
}

/** The text that this one is translated from, beside it; and whether it has moved on since. */
export function SourcePanel({ seen, lang, form, onFrom, onForm }: SourceProps) {
  const t = useTranslations('content')
  const { source, shipped } = seen
  const choices = sourceLangs.filter((one) => one !== lang)
  const isBehind = source !== null && form.source?.lang === source.lang && form.source.version < source.version
  const isOther = source !== null && form.source?.lang !== source.lang
  return (
    <section aria-label={t('source.title')} className="flex min-w-0 flex-col gap-3">
      {shipped !== null && (
        <Banner>
          <p>{t('shipped.text')}</p>
          {onForm && (
            <Button
              variant="secondary"
              size="small"
              className="mt-2"
              onClick={() => onForm({ ...form, ...textOf(shipped) })}
            >
              {t('shipped.take')}
            </Button>
          )}
        </Banner>
      )}
      <Select
        label={t('source.title')}
        value={source?.lang ?? choices[0] ?? 'en'}
        onChange={({ target }) => onFrom(target.value === 'zh' ? 'zh' : 'en')}
        options={choices.map((value) => ({ value, label: languageOf(value).name }))}
      />
      {source === null ? (
        <p className="text-13 text-fg2">{t('source.none')}</p>
      ) : (
        <>
          <p className="text-12 text-fg3">
            {t('version', { version: source.version })} · <When ms={source.updatedAt} />
          </p>
          {isBehind && <Banner>{t('source.moved', { version: form.source?.version ?? 0 })}</Banner>}
          {onForm && (isBehind || isOther) && (
            <div>
              <Button
                variant="secondary"
                size="small"
                onClick={() => onForm({ ...form, source: { lang: source.lang, version: source.version } })}
              >
                {t('source.confirm', { version: source.version })}
              </Button>
            </div>
          )}
          {source.keywords !== '' && <p className="text-13 text-fg2">{source.keywords}</p>}
          {source.summary !== '' && <p className="text-13 text-fg2">{source.summary}</p>}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by key */}
          <div
            role="region"
            aria-label={source.title}
            tabIndex={0}
            className="max-h-[70vh] overflow-y-auto rounded-card border border-line bg-sunken p-3"
          >
            <Shown lang={source.lang} title={source.title} body={source.body} />
          </div>
        </>
      )}
    </section>
  )
}

const textOf = ({ title, keywords, summary, body }: NonNullable<SeenContent['shipped']>) => ({
  title,
  keywords,
  summary,
  body,
})
