import { addCharity, isWebsite } from '@evenhand/protocol/collectibles-console.ts'
import { languages, langValues, type Lang } from '@evenhand/protocol/languages.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { call } from '../../lib/call.ts'
import { useDraftOf } from '../../lib/use-draft.ts'
import { useRenew } from './collectibles-query.ts'

const fields = ['name', 'registrationNumber', 'country', 'agreementId', 'website'] as const
type Field = (typeof fields)[number]
const longest = { name: 120, registrationNumber: 60, country: 2, agreementId: 60, website: 200 }
const unwritten = Object.fromEntries(langValues.map((lang) => [lang, ''])) as Record<Lang, string>

/**
 * Registers a charity with every field without which nothing is listed for it, and what it collects for in every language;
 * the website alone may be left out.
 */
export function AddCharityDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('collectibles')
  const renew = useRenew()
  const [form, setForm] = useDraftOf<Record<Field, string>>('charity', {
    name: '',
    registrationNumber: '',
    country: '',
    agreementId: '',
    website: '',
  })
  const [causes, setCauses] = useDraftOf('causes', unwritten)
  const isWrong = (field: Field): boolean => {
    const text = form[field].trim()
    if (field === 'country') return !/^[A-Z]{2}$/.test(text)
    if (field === 'website') return text !== '' && !isWebsite(text)
    return isShort(text)
  }
  return (
    <DecisionDialog
      title={t('charities.add')}
      effect={t('charities.addEffect')}
      button={t('charities.add')}
      danger={false}
      complete={!fields.some(isWrong) && !langValues.some((lang) => isShort(causes[lang]))}
      submit={async (reason) => {
        const { website, ...rest } = form
        await call(addCharity, { ...rest, ...(website.trim() !== '' && { website: website.trim() }), causes, reason })
        await renew()
      }}
      onClose={onClose}
    >
      {(tried) => (
        <>
          {fields.map((field) => (
            <TextField
              key={field}
              label={t(`charityField.${field}`)}
              value={form[field]}
              maxLength={longest[field]}
              error={tried && isWrong(field) && t(field === 'country' ? 'wrong.country' : 'wrong.needed')}
              onChange={({ target }) =>
                setForm({ ...form, [field]: field === 'country' ? target.value.toUpperCase() : target.value })
              }
              autoComplete="off"
              dir="auto"
            />
          ))}
          {languages.map(({ value, name, tag }) => (
            <TextField
              key={value}
              label={`${t('charityField.cause')} · ${name}`}
              value={causes[value]}
              maxLength={300}
              error={tried && isShort(causes[value]) && t('wrong.needed')}
              onChange={({ target }) => setCauses({ ...causes, [value]: target.value })}
              autoComplete="off"
              lang={tag}
              dir="auto"
            />
          ))}
        </>
      )}
    </DecisionDialog>
  )
}

const isShort = (text: string): boolean => text.trim().length < 2
