import { proposeParams } from '@evenhand/protocol/operator-requests.ts'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useTag } from '../../lib/settings.ts'
import { durationText } from '../../lib/when.tsx'
import { useDraftOf } from '../../lib/use-draft.ts'
import { ProposalDialog } from '../../requests/proposal-dialog.tsx'
import { changedTerms, isTerm, typedTerms, writtenTerms, type TypedTerm } from './terms.ts'
import type { OptionVersions } from './versions.tsx'

/** Proposes other terms of options: the table in force, to be changed row by row. */
export function TermsForm({ options, onClose }: { options: OptionVersions; onClose: () => void }) {
  const t = useTranslations('parameters')
  const tag = useTag()
  const current = options.versions.find(({ version }) => version === options.current)?.value ?? []
  const [rows, setRows] = useDraftOf<readonly TypedTerm[]>(`options ${options.current}`, typedTerms(current))
  const table = writtenTerms(rows)
  const version = Math.max(...options.versions.map((one) => one.version)) + 1
  const isUnchanged = changedTerms(writtenTerms(typedTerms(current)), table) === 0
  const isReady = rows.every(isTerm) && !isUnchanged
  const set = (at: number, change: Partial<TypedTerm>) =>
    setRows(rows.map((term, index) => (index === at ? { ...term, ...change } : term)))
  return (
    <ProposalDialog
      title={t('proposeVersion', { version })}
      kind="params"
      values={isReady ? { key: 'options', version: String(version), value: JSON.stringify(table) } : undefined}
      effect={t('effect')}
      submit={(signed) => call(proposeParams, { ...signed, key: 'options', version, value: table })}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <p className="text-13 text-fg2">{t('formText')}</p>
          {/* Over the rows: at their end it would be out of sight. */}
          {tried && isUnchanged && <FieldError>{t('unchanged')}</FieldError>}
          {rows.map((term, at) => (
            <fieldset key={term.limitTime} className="rounded-control border border-line p-3">
              <legend className="px-1 font-600">{durationText(term.limitTime * 1000, tag)}</legend>
              <div className="grid grid-cols-3 gap-2">
                {(['min', 'max', 'payoutRate'] as const).map((field) => (
                  <TextField
                    key={field}
                    label={t(`field.${field}`)}
                    value={term[field]}
                    suffix={field === 'payoutRate' ? '%' : undefined}
                    aria-invalid={
                      tried && (!isTerm(term) || (isUnchanged && at === 0 && field === 'min')) ? true : undefined
                    }
                    onChange={({ target }) => set(at, { [field]: target.value.trim() })}
                    inputMode="decimal"
                    autoComplete="off"
                    dir="ltr"
                  />
                ))}
              </div>
              {tried && !isTerm(term) && <FieldError>{t('termWrong')}</FieldError>}
            </fieldset>
          ))}
        </>
      )}
    </ProposalDialog>
  )
}
