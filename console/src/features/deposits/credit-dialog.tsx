import type { creditDeposit, SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { ApprovalDialog } from '../../approval/approval-dialog.tsx'
import { ValuesDialog } from '../../approval/values-dialog.tsx'
import { arrivedUnits, creditPayload } from './credit-payload.ts'

type CreditDialogProps = {
  seen: SeenDeposit
  submit: (ask: z.output<typeof creditDeposit.ask>) => Promise<unknown>
  onClose: () => void
}

/** First what arrived, which the operator reads from the chain or the proof; then the signature over exactly that. */
export function CreditDialog({ seen, submit, onClose }: CreditDialogProps) {
  const t = useTranslations('deposits')
  const [arrived, setArrived] = useState<{ units: bigint; from: string }>()
  if (!arrived) return <ArrivedDialog seen={seen} onArrived={setArrived} onClose={onClose} />
  const left = seen.approvalsNeeded - seen.approvals.length
  const payload = creditPayload(seen, arrived.units)
  const amount = payload.fields.find(([name]) => name === 'amount')?.[1] ?? ''
  return (
    <ApprovalDialog
      title={t('creditTitle', { orderNo: seen.orderNo })}
      effect={left > 1 ? t('effect.waits') : t('effect.credits')}
      payload={() => creditPayload(seen, arrived.units)}
      button={t('sign')}
      submit={({ reason, assertion }) =>
        submit({
          id: seen.id,
          round: seen.round,
          amount,
          reason,
          assertion,
          ...(arrived.from === '' ? {} : { fromAddress: arrived.from }),
        })
      }
      onClose={onClose}
    />
  )
}

type ArrivedDialogProps = {
  seen: SeenDeposit
  onArrived: (arrived: { units: bigint; from: string }) => void
  onClose: () => void
}

function ArrivedDialog({ seen, onArrived, onClose }: ArrivedDialogProps) {
  const t = useTranslations('deposits')
  const [text, setText] = useState(seen.approvals[0]?.amount ?? seen.arrivedAmount ?? seen.amount)
  const [from, setFrom] = useState(seen.fromAddress ?? '')
  const units = arrivedUnits(seen, text)
  const isAddress = from === '' || /^[A-Za-z0-9]{6,120}$/.test(from)
  return (
    <ValuesDialog
      title={t('arrivedTitle', { orderNo: seen.orderNo })}
      button={t('next')}
      values={units !== undefined && isAddress ? { units, from } : undefined}
      onValues={onArrived}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <p className="text-fg2">{t('arrivedText')}</p>
          <TextField
            label={t('arrived')}
            value={text}
            onChange={({ target }) => setText(target.value)}
            error={tried && units === undefined && t('arrivedWrong')}
            hint={seen.approvals.length > 0 ? t('arrivedSame') : undefined}
            suffix={seen.coin}
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
          />
          <TextField
            label={t('fromAddress')}
            value={from}
            onChange={({ target }) => setFrom(target.value.trim())}
            error={tried && !isAddress && t('fromWrong')}
            hint={t('fromHint', { last6: seen.last6 })}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
          />
        </>
      )}
    </ValuesDialog>
  )
}
