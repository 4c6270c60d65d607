import { cappedAssets, proposeParams } from '@evenhand/protocol/operator-requests.ts'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { When } from '../../lib/when.tsx'
import { useDraftOf } from '../../lib/use-draft.ts'
import { useRequestButton } from '../../requests/request-button.tsx'
import { ProposalDialog } from '../../requests/proposal-dialog.tsx'
import { PlainTable } from '../../table/plain-table.tsx'
import type { CapsKey, CapsOf } from './caps-of.ts'

type Version = { readonly version: number; readonly value: CapsOf; readonly appliesAt: number | null }
type CapsProps = { name: CapsKey; caps: { readonly current: number; readonly versions: readonly Version[] } }

/** The caps of a key, per asset and day: in force, decided for later, and before. */
export function Caps({ name, caps }: CapsProps) {
  const t = useTranslations('parameters')
  const approval = useTranslations('approval')
  const operators = useTranslations('operators')
  const proposing = useRequestButton(proposeParams, t('caps.propose'))
  const assets = cappedAssets[name]
  const versions = caps.versions.toSorted((a, b) => b.version - a.version)
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-18 font-700">{t(`caps.${name}.title`)}</h2>
      <p className="max-w-text text-fg2">{t(`caps.${name}.lead`)}</p>
      {proposing.button && <div>{proposing.button}</div>}
      <Card className="overflow-hidden">
        <PlainTable
          label={t(`caps.${name}.title`)}
          heads={[approval('field.version'), ...assets, t('appliesAt'), operators('column.status')]}
          ends={assets.map((_, at) => at + 1)}
          rows={versions.map(({ version, value, appliesAt }) => [
            version,
            ...assets.map((asset) => <Figure key={asset}>{formatAmount(value[asset] ?? '')}</Figure>),
            appliesAt === null ? '—' : <When key="at" ms={appliesAt} />,
            version === caps.current ? t('inForce') : version > caps.current ? t('later') : t('before'),
          ])}
        />
      </Card>
      {proposing.isOpen && <CapsForm name={name} caps={caps} onClose={proposing.close} />}
    </section>
  )
}

/** Proposes other caps: those in force, to be changed. */
function CapsForm({ name, caps, onClose }: CapsProps & { onClose: () => void }) {
  const t = useTranslations('parameters')
  const current = caps.versions.find(({ version }) => version === caps.current)?.value
  const [form, setForm] = useDraftOf<CapsOf>(`${name} ${caps.current}`, current ?? {})
  const assets = cappedAssets[name]
  const version = Math.max(...caps.versions.map((one) => one.version)) + 1
  const fits = assets.every((asset) => /^(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,6})?$/.test(form[asset] ?? ''))
  const isReady = fits && assets.some((asset) => form[asset] !== current?.[asset])
  const value = Object.fromEntries(assets.map((asset) => [asset, form[asset] ?? ''])) as Required<CapsOf>
  return (
    <ProposalDialog
      title={t('proposeVersion', { version })}
      kind="params"
      values={isReady ? { key: name, version: String(version), value: JSON.stringify(value) } : undefined}
      effect={t(`caps.${name}.lead`)}
      submit={(signed) => call(proposeParams, { ...signed, key: name, version, value })}
      onClose={onClose}
    >
      {(tried) => (
        <>
          {assets.map((asset) => (
            <TextField
              key={asset}
              label={asset}
              value={form[asset] ?? ''}
              onChange={({ target }) => setForm({ ...form, [asset]: target.value.trim() })}
              inputMode="decimal"
              autoComplete="off"
              dir="ltr"
            />
          ))}
          {tried && !isReady && <FieldError>{t('caps.wrong')}</FieldError>}
        </>
      )}
    </ProposalDialog>
  )
}
