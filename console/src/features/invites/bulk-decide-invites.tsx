import { decideInvite, type QueuedInvite } from '@evenhand/protocol/invites-console.ts'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Amount } from '@evenhand/ui/format.tsx'
import { RadioList } from '@evenhand/ui/radio-list.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { BulkDecide } from '../../queue/bulk-decide.tsx'

type Choice = 'RELEASED' | 'REFUSED'
const effects = { RELEASED: 'release', REFUSED: 'refuse' } as const

/** Releases or refuses the held rewards of picked pairs for one reason, which each of those who invited reads. */
export function BulkDecideInvites({ rows, onClose }: { rows: readonly QueuedInvite[]; onClose: () => void }) {
  const t = useTranslations('invites')
  const [choice, setChoice] = useState<Choice | ''>('')
  const button = choice === '' ? 'decide' : effects[choice]
  return (
    <BulkDecide
      cases={rows.map((row) => ({
        id: row.id,
        name: row.username,
        customer: row.invitee.username,
        amount: <Amount text={row.held} asset="USDT" />,
        note: row.signals.map((signal) => t(`signal.${signal}`)).join(' · '),
        unfit: row.status === 'OPEN' ? undefined : t('bulk.unfit'),
      }))}
      complete={choice !== ''}
      danger={choice === 'REFUSED'}
      words={(count) => ({
        title: t('bulk.title', { count }),
        effect: t('bulk.effect'),
        cases: t('bulk.cases'),
        button: t(`bulk.${button}`, { count }),
        decided: choice === '' ? '' : t(`status.${choice}`),
        gone: t('bulk.gone'),
        summary: (came) => t('bulk.summary', came),
      })}
      decide={async (id, reason) => {
        if (choice !== '') await call(decideInvite, { id, decision: choice, reason })
        return 'decided'
      }}
      onClose={onClose}
    >
      {(tried) => (
        <div>
          <RadioList<Choice | ''>
            legend={t('bulk.choose')}
            items={[
              { value: 'RELEASED', label: t('button.release') },
              { value: 'REFUSED', label: t('button.refuse') },
            ]}
            value={choice}
            onChange={setChoice}
          />
          {choice !== '' && <p className="mt-2 text-13 text-fg2">{t(`effect.${effects[choice]}`)}</p>}
          {tried && choice === '' && <FieldError>{t('bulk.chooseNeeded')}</FieldError>}
        </div>
      )}
    </BulkDecide>
  )
}
