import { proposeParams, type AdjustmentCaps, type readParams } from '@evenhand/protocol/operator-requests.ts'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { Page } from '../../layout/page.tsx'
import { call } from '../../lib/call.ts'
import { When } from '../../lib/when.tsx'
import { useRequestButton } from '../../requests/request-button.tsx'
import { ProposalDialog } from '../../requests/proposal-dialog.tsx'
import { PlainTable } from '../../table/plain-table.tsx'

type Versions = z.output<typeof readParams.result>['adjustments']
const assets = ['USDT', 'BTC', 'ETH'] as const

/** What adjustments may take from one customer in a day: in force, decided for later, and before. */
export function Caps({ caps }: { caps: Versions }) {
  const t = useTranslations('parameters')
  const approval = useTranslations('approval')
  const operators = useTranslations('operators')
  const asking = useRequestButton(proposeParams, t('caps.propose'))
  const versions = caps.versions.toSorted((a, b) => b.version - a.version)
  return (
    <Page>
      <h2 className="text-18 font-700">{t('caps.title')}</h2>
      <p className="max-w-text text-fg2">{t('caps.lead')}</p>
      {asking.button && <div>{asking.button}</div>}
      <Card className="overflow-hidden">
        <PlainTable
          label={t('caps.title')}
          heads={[approval('field.version'), ...assets, t('appliesAt'), operators('column.status')]}
          ends={[1, 2, 3]}
          rows={versions.map(({ version, value, appliesAt }) => [
            version,
            ...assets.map((asset) => <Figure key={asset}>{formatAmount(value[asset])}</Figure>),
            appliesAt === null ? '—' : <When key="at" ms={appliesAt} />,
            version === caps.current ? t('inForce') : version > caps.current ? t('later') : t('before'),
          ])}
        />
      </Card>
      {asking.isOpen && <CapsForm caps={caps} onClose={asking.close} />}
    </Page>
  )
}

/** Proposes other caps: those in force, to be changed. */
function CapsForm({ caps, onClose }: { caps: Versions; onClose: () => void }) {
  const t = useTranslations('parameters')
  const current = caps.versions.find(({ version }) => version === caps.current)?.value
  const [form, setForm] = useState<AdjustmentCaps>(current ?? { USDT: '', BTC: '', ETH: '' })
  const version = Math.max(...caps.versions.map((one) => one.version)) + 1
  const fits = assets.every((asset) => /^(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,6})?$/.test(form[asset]))
  const isReady = fits && assets.some((asset) => form[asset] !== current?.[asset])
  const value = { USDT: form.USDT, BTC: form.BTC, ETH: form.ETH }
  return (
    <ProposalDialog
      title={t('proposeVersion', { version })}
      kind="params"
      values={isReady ? { key: 'adjustments', version: String(version), value: JSON.stringify(value) } : undefined}
      effect={t('caps.lead')}
      submit={(signed) => call(proposeParams, { ...signed, key: 'adjustments', version, value })}
      onClose={onClose}
    >
      {(tried) => (
        <>
          {assets.map((asset) => (
            <TextField
              key={asset}
              label={asset}
              value={form[asset]}
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
