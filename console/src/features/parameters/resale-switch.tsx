import { proposeParams, type ResaleSwitch as Switch } from '@evenhand/protocol/operator-requests.ts'
import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { When } from '../../lib/when.tsx'
import { ProposalDialog } from '../../requests/proposal-dialog.tsx'
import { useRequestButton } from '../../requests/request-button.tsx'
import { PlainTable } from '../../table/plain-table.tsx'

type Version = { readonly version: number; readonly value: Switch; readonly appliesAt: number | null }
type SwitchProps = { resale: { readonly current: number; readonly versions: readonly Version[] } }

/** Whether owners may sell collectibles to each other: in force, decided for later, and before. */
export function ResaleSwitch({ resale }: SwitchProps) {
  const t = useTranslations('parameters')
  const approval = useTranslations('approval')
  const operators = useTranslations('operators')
  const proposing = useRequestButton(proposeParams, t('resale.propose'))
  const versions = resale.versions.toSorted((a, b) => b.version - a.version)
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-18 font-700">{t('resale.title')}</h2>
      <p className="max-w-text text-fg2">{t('resale.lead')}</p>
      {proposing.button && <div>{proposing.button}</div>}
      <Card className="overflow-hidden">
        <PlainTable
          label={t('resale.title')}
          heads={[approval('field.version'), t('resale.value'), t('appliesAt'), operators('column.status')]}
          rows={versions.map(({ version, value, appliesAt }) => [
            version,
            t(value.on ? 'resale.on' : 'resale.off'),
            appliesAt === null ? '—' : <When key="at" ms={appliesAt} />,
            version === resale.current ? t('inForce') : version > resale.current ? t('later') : t('before'),
          ])}
        />
      </Card>
      {proposing.isOpen && <SwitchForm resale={resale} onClose={proposing.close} />}
    </section>
  )
}

/** Proposes the other of the two: there is nothing to fill in. */
function SwitchForm({ resale, onClose }: SwitchProps & { onClose: () => void }) {
  const t = useTranslations('parameters')
  const latest = resale.versions.reduce((last, one) => (one.version > last.version ? one : last), {
    version: 0,
    value: { on: false },
  })
  const version = latest.version + 1
  const value = { on: !latest.value.on }
  return (
    <ProposalDialog
      title={t('proposeVersion', { version })}
      kind="params"
      values={{ key: 'resale', version: String(version), value: JSON.stringify(value) }}
      effect={t(value.on ? 'resale.turnsOn' : 'resale.turnsOff')}
      submit={(signed) => call(proposeParams, { ...signed, key: 'resale', version, value })}
      onClose={onClose}
    >
      {() => null}
    </ProposalDialog>
  )
}
