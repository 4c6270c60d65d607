import { classBounds, exposureOf } from '@evenhand/proofs/contracts/class-table.ts'
import { proposeParams } from '@evenhand/protocol/operator-requests.ts'
import type { ContractTableText } from '@evenhand/protocol/contract-params.ts'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useDraftOf } from '../../lib/use-draft.ts'
import { ProposalDialog } from '../../requests/proposal-dialog.tsx'
import {
  boundsOf,
  changedExposure,
  changedFields,
  classFields,
  classOf,
  exposureFields,
  exposureSpan,
  isField,
  rates,
  unitOf,
  type ClassName,
  type ClassRow,
} from './contract-table.ts'
import type { ContractVersions } from './contract-terms.tsx'

const isPart = (text: string): boolean => /^(?:0|[1-9][0-9]{0,5})(?:\.[0-9]{1,4})?$/.test(text)

/** Proposes other terms of contracts: the table in force, to be changed class by class. */
export function ContractTermsForm({ contracts, onClose }: { contracts: ContractVersions; onClose: () => void }) {
  const t = useTranslations('parameters')
  const current = contracts.versions.find(({ version }) => version === contracts.current)?.value
  const [table, setTable] = useDraftOf<ContractTableText | undefined>(`contracts ${contracts.current}`, current)
  if (current === undefined || table === undefined) return null
  const version = Math.max(...contracts.versions.map((one) => one.version)) + 1
  const isUnchanged = changedFields(current, table).length + changedExposure(current, table).length === 0
  const fits = table.classes.every((row, at) =>
    classFields.every((field) => isWritten(row, field, current.classes[at])),
  )
  const hasExposure = exposureOf(table.exposure) !== undefined
  const isReady = fits && hasExposure && !isUnchanged
  const set = (at: number, change: Partial<ClassRow>) =>
    setTable({ ...table, classes: table.classes.map((row, index) => (index === at ? { ...row, ...change } : row)) })
  return (
    <ProposalDialog
      title={t('proposeVersion', { version })}
      kind="params"
      values={isReady ? { key: 'contracts', version: String(version), value: JSON.stringify(table) } : undefined}
      effect={t('effect')}
      submit={(signed) => call(proposeParams, { ...signed, key: 'contracts', version, value: table })}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <p className="text-13 text-fg2">{t('formText')}</p>
          {tried && isUnchanged && <FieldError>{t('unchanged')}</FieldError>}
          {table.classes.map((row, at) => {
            const name = classOf(row)
            const was = current.classes[at]
            return (
              name &&
              was && <ClassFields key={name} name={name} row={row} was={was} onChange={(part) => set(at, part)} />
            )
          })}
          <fieldset className="rounded-control border border-line p-3">
            <div className="grid grid-cols-2 gap-2">
              {exposureFields.map((field) => (
                <TextField
                  key={field}
                  label={t(`contracts.exposure.${field}`)}
                  value={table.exposure[field]}
                  suffix="USDT"
                  aria-invalid={hasExposure ? undefined : true}
                  onChange={({ target }) =>
                    setTable({ ...table, exposure: { ...table.exposure, [field]: target.value.trim() } })
                  }
                  inputMode="numeric"
                  autoComplete="off"
                  dir="ltr"
                />
              ))}
            </div>
            {!hasExposure && <FieldError>{t('contracts.exposureWrong', exposureSpan)}</FieldError>}
          </fieldset>
        </>
      )}
    </ProposalDialog>
  )
}

const isWritten = (row: ClassRow, field: (typeof classFields)[number], was: ClassRow | undefined): boolean =>
  was !== undefined && (field === 'leverage' || isPart(row[field])) && isField(row, field, was)

type ClassFieldsProps = {
  name: ClassName
  row: ClassRow
  was: ClassRow
  onChange: (part: Partial<ClassRow>) => void
}

function ClassFields({ name, row, was, onChange }: ClassFieldsProps) {
  const t = useTranslations('parameters')
  const wrong = rates.find((field) => !isWritten(row, field, was))
  return (
    <fieldset className="rounded-control border border-line p-3">
      <legend className="px-1 font-600">{t(`contracts.class.${name}`)}</legend>
      <div className="grid grid-cols-2 gap-2">
        {rates.map((field) => (
          <TextField
            key={field}
            label={t(`contracts.column.${field}`)}
            value={row[field]}
            suffix={t(`contracts.unit.${unitOf(name, field)}`, { value: '' }).trim()}
            aria-invalid={field === wrong ? true : undefined}
            onChange={({ target }) => onChange({ [field]: target.value.trim() })}
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
          />
        ))}
        <Select
          label={t('contracts.column.leverage')}
          value={String(row.leverage)}
          options={classBounds(name).leverages.map((value) => ({
            value: String(value),
            label: t('contracts.unit.times', { value: String(value) }),
          }))}
          onChange={({ target }) => onChange({ leverage: Number(target.value) })}
        />
      </div>
      {wrong && <FieldError>{t('contracts.wrong', boundsOf(name, wrong))}</FieldError>}
    </fieldset>
  )
}
