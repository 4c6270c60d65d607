import { highestLimit, proposeLimit } from '@evenhand/protocol/operator-requests.ts'
import { withdrawalLimits } from '@evenhand/protocol/withdrawals.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { useDraftOf } from '../../lib/use-draft.ts'
import { ProposalDialog } from '../../requests/proposal-dialog.tsx'

const everybodys = withdrawalLimits.VERIFIED / 1_000_000n
const isCustomer = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
const isLimit = (text: string): boolean =>
  /^[1-9][0-9]{4,7}$/.test(text) && BigInt(text) > everybodys && BigInt(text) <= BigInt(highestLimit)

/** Proposes that one verified customer may withdraw more in a day. */
export function LimitForm({ onClose }: { onClose: () => void }) {
  const t = useTranslations('limits')
  const { number } = useLocalNumber()
  const requests = useTranslations('requests')
  const [customerId, setCustomerId] = useDraftOf('customer', '')
  const [amount, setAmount] = useDraftOf('amount', '')
  const values = isCustomer(customerId) && isLimit(amount) ? { customerId, most: amount } : undefined
  const bounds = { from: number(everybodys.toString()), to: number(String(highestLimit)) }
  return (
    <ProposalDialog
      title={t('propose')}
      kind="withdrawal.limit"
      values={values}
      effect={requests('effect.proposes')}
      submit={async (signed) => values && call(proposeLimit, { ...values, ...signed })}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <TextField
            label={t('customerId')}
            hint={t('customerHint')}
            value={customerId}
            error={tried && !isCustomer(customerId) && t('customerWrong')}
            onChange={({ target }) => setCustomerId(target.value.trim())}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
          />
          <TextField
            label={t('most')}
            hint={t('mostHint')}
            value={amount}
            error={tried && !isLimit(amount) && t('mostWrong', bounds)}
            onChange={({ target }) => setAmount(target.value.trim())}
            autoComplete="off"
            inputMode="numeric"
            dir="ltr"
            suffix="USDT"
          />
        </>
      )}
    </ProposalDialog>
  )
}
