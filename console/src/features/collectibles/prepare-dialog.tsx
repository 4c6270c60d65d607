import { charityPayoutPrepare } from '@evenhand/proofs/approval-payloads.ts'
import { preparePayout } from '@evenhand/protocol/collectibles-console.ts'
import { assetScales, moneyText, parseUnits } from '@evenhand/protocol/money.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApprovalDialog } from '../../approval/approval-dialog.tsx'
import { ValuesDialog } from '../../approval/values-dialog.tsx'
import { call } from '../../lib/call.ts'
import type { CharityRow } from './charities-card.tsx'
import { useRenew } from './collectibles-query.ts'

type PrepareProps = { charity: CharityRow; onClose: () => void }

/** First where the money goes; then the signature over the whole of what the charity waits for. */
export function PrepareDialog({ charity, onClose }: PrepareProps) {
  const t = useTranslations('collectibles')
  const renew = useRenew()
  const [id] = useState(() => crypto.randomUUID())
  const [units] = useState(() => parseUnits(charity.payable, assetScales.USDT) ?? 0n)
  const [destination, setDestination] = useState<string>()
  const title = t('prepare.title', { charity: charity.name })
  if (destination === undefined)
    return <DestinationDialog title={title} onDestination={setDestination} onClose={onClose} />
  const amount = moneyText({ asset: 'USDT', units })
  return (
    <ApprovalDialog
      title={title}
      effect={t('prepare.effect')}
      about="pay"
      payload={() => charityPayoutPrepare({ id, charityId: charity.id, amount, destination })}
      button={t('prepare.sign')}
      submit={async (signed) => {
        const response = await call(preparePayout, { id, charityId: charity.id, amount: units, destination, ...signed })
        await renew()
        return response
      }}
      onClose={onClose}
    />
  )
}

type DestinationProps = { title: string; onDestination: (text: string) => void; onClose: () => void }

function DestinationDialog({ title, onDestination, onClose }: DestinationProps) {
  const t = useTranslations('collectibles')
  const [text, setText] = useState('')
  const destination = text.trim()
  const isWhole = destination.length >= 2
  return (
    <ValuesDialog
      title={title}
      button={t('next')}
      values={isWhole ? destination : undefined}
      onValues={onDestination}
      onClose={onClose}
    >
      {(tried) => (
        <TextField
          label={t('prepare.destination')}
          hint={t('prepare.destinationHint')}
          value={text}
          maxLength={200}
          error={tried && !isWhole && t('wrong.needed')}
          onChange={({ target }) => setText(target.value)}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
        />
      )}
    </ValuesDialog>
  )
}
