import type { SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { useTranslations } from 'use-intl'
import { ValuesDialog } from '../../approval/values-dialog.tsx'
import { useOperator } from '../../lib/session.ts'
import { useDraftOf } from '../../lib/use-draft.ts'
import { arrivedUnits, differsFromClaim, type Arrived } from './credit-payload.ts'
import { Differs } from './differs.tsx'

type ArrivedDialogProps = {
  seen: SeenDeposit
  onArrived: (arrived: Arrived) => void
  onClose: () => void
}

/**
 * What arrived and from whom. What the chain or a colleague stated stands there to be checked; the customer's claim does not,
 * since an approval would then repeat it unread.
 */
export function ArrivedDialog({ seen, onArrived, onClose }: ArrivedDialogProps) {
  const t = useTranslations('deposits')
  const me = useOperator()?.operator.id
  const colleague = seen.approvals.find(({ operatorId }) => operatorId !== me)
  const [text, setText] = useDraftOf('arrived', colleague?.amount ?? seen.arrivedAmount ?? '')
  const [from, setFrom] = useDraftOf('from', colleague?.fromAddress ?? seen.fromAddress ?? '')
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
            hint={colleague === undefined ? undefined : t('arrivedSame')}
            suffix={seen.coin}
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
          />
          {units !== undefined && differsFromClaim(seen, units) && <Differs seen={seen} units={units} />}
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
