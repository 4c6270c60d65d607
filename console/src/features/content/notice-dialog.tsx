import { createNotice, setNotice, type ContentRow } from '@evenhand/protocol/content-console.ts'
import { publicNoticeCategories } from '@evenhand/protocol/public-notices.ts'
import { languages } from '@evenhand/protocol/languages.ts'
import { Checkbox, TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { call } from '../../lib/call.ts'
import { useDraftOf } from '../../lib/use-draft.ts'
import { useRenewContents } from './content-query.ts'
import { noticeOf, noticeTexts, wrongFields, type NoticeTexts } from './notice-form.ts'

type NoticeDialogProps = {
  /** The notice that is changed; a new one without it. */
  row?: ContentRow
  onDone?: (slug: string) => void
  onClose: () => void
}

/** When a notice is shown, to whom, and whether it opens by itself. */
export function NoticeDialog({ row, onDone, onClose }: NoticeDialogProps) {
  const t = useTranslations('content')
  const renew = useRenewContents()
  const notice = row?.notice ?? null
  const [form, setForm] = useDraftOf(`notice ${row?.slug ?? ''}`, () => noticeTexts(notice, Date.now()))
  const wrong = wrongFields(form)
  const isNew = row === undefined || notice === null
  const submit = async (reason: string) => {
    const request = { ...noticeOf(form), reason }
    const { slug } = isNew
      ? await call(createNotice, request)
      : await call(setNotice, { ...request, slug: row.slug, revision: notice.revision })
    await renew()
    onDone?.(slug)
  }
  return (
    <DecisionDialog
      title={isNew ? t('notice.create.button') : t('notice.set.title', { title: row.title })}
      effect={t(isNew ? 'notice.create.effect' : 'notice.set.effect')}
      button={t(isNew ? 'notice.create.button' : 'save')}
      danger={false}
      complete={wrong.length === 0}
      submit={submit}
      onClose={onClose}
    >
      {(tried) => <NoticeFields form={form} wrong={tried ? wrong : []} onChange={setForm} />}
    </DecisionDialog>
  )
}

type FieldsProps = { form: NoticeTexts; wrong: ReturnType<typeof wrongFields>; onChange: (form: NoticeTexts) => void }

function NoticeFields({ form, wrong, onChange }: FieldsProps) {
  const t = useTranslations('content')
  const change = (part: Partial<NoticeTexts>) => onChange({ ...form, ...part })
  return (
    <>
      <Select
        label={t('notice.type.label')}
        value={String(form.type)}
        options={[
          { value: '1', label: t('notice.type.platform') },
          { value: '3', label: t('notice.type.features') },
        ]}
        onChange={({ target }) => change({ type: target.value === '3' ? 3 : 1 })}
      />
      <Select
        label={t('notice.category.label')}
        value={form.category}
        options={publicNoticeCategories.map((value) => ({ value, label: t(`notice.category.${value}`) }))}
        onChange={({ target }) =>
          change({ category: publicNoticeCategories.find((one) => one === target.value) ?? 'system' })
        }
      />
      <div>
        {(['popup', 'navbar', 'pinned'] as const).map((name) => (
          <Checkbox
            key={name}
            label={t(`notice.${name}`)}
            checked={form[name]}
            onChange={({ target }) => change({ [name]: target.checked })}
          />
        ))}
      </div>
      {(['startAt', 'endAt'] as const).map((name) => (
        <TextField
          key={name}
          type="datetime-local"
          label={t(`notice.${name}`)}
          value={form[name]}
          error={wrong.includes(name) && t(`wrong.${name}`)}
          onChange={({ target }) => change({ [name]: target.value })}
          dir="ltr"
        />
      ))}
      <Audience form={form} wrong={wrong} onChange={change} />
    </>
  )
}

const loggedIn = ['any', 'guests', 'customers'] as const
const modes = ['any', 'virtual', 'real'] as const

type AudienceProps = Omit<FieldsProps, 'onChange'> & { onChange: (part: Partial<NoticeTexts>) => void }

function Audience({ form, wrong, onChange }: AudienceProps) {
  const t = useTranslations('content')
  return (
    <>
      <Select
        label={t('notice.loggedIn.label')}
        value={form.loggedIn}
        options={loggedIn.map((value) => ({ value, label: t(`notice.loggedIn.${value}`) }))}
        onChange={({ target }) => onChange({ loggedIn: loggedIn.find((one) => one === target.value) ?? 'any' })}
      />
      <Select
        label={t('notice.mode.label')}
        value={form.mode}
        options={modes.map((value) => ({ value, label: t(`notice.mode.${value}`) }))}
        onChange={({ target }) => onChange({ mode: modes.find((one) => one === target.value) ?? 'any' })}
      />
      <fieldset>
        <legend className="mb-1.5 font-500">{t('notice.languages')}</legend>
        <div className="grid grid-cols-2 gap-x-4 desktop:grid-cols-3">
          {languages.map(({ value, name }) => (
            <Checkbox
              key={value}
              label={name}
              checked={form.languages.includes(value)}
              onChange={({ target }) =>
                onChange({
                  languages: target.checked
                    ? [...form.languages, value]
                    : form.languages.filter((one) => one !== value),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      <TextField
        label={t('notice.countries')}
        hint={t('hint.countries')}
        value={form.countries}
        error={wrong.includes('countries') && t('wrong.countries')}
        onChange={({ target }) => onChange({ countries: target.value })}
        autoComplete="off"
        dir="ltr"
      />
    </>
  )
}
