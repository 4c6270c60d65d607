import { proposeTopUp, topUpAccounts, topUpAssets, type TopUpAccount } from '@evenhand/protocol/reserve-top-ups.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useDraftOf } from '../../lib/use-draft.ts'
import { ProposalDialog } from '../../requests/proposal-dialog.tsx'
import { accountNames } from './top-up-words.ts'

type Form = { account: TopUpAccount; asset: 'USDT' | 'BTC' | 'ETH'; amount: string }

/** Proposes to put more of the house's capital into a reserve or into the inventory for conversion. */
export function TopUpForm({ onClose }: { onClose: () => void }) {
  const t = useTranslations('reserves')
  const requests = useTranslations('requests')
  const [form, setForm] = useDraftOf<Form>('form', { account: 'reserve:options', asset: 'USDT', amount: '' })
  const isAmount = /^[0-9]{1,10}(?:\.[0-9]{1,8})?$/.test(form.amount) && /[1-9]/.test(form.amount)
  const values = isAmount ? form : undefined
  return (
    <ProposalDialog
      title={t('propose')}
      kind="reserve.topUp"
      values={values}
      effect={requests('effect.proposes')}
      submit={async (signed) => values && call(proposeTopUp, { ...values, ...signed })}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <Select
            label={t('column.account')}
            value={form.account}
            options={topUpAccounts.map((value) => ({ value, label: t(`account.${accountNames[value]}`) }))}
            onChange={({ target }) => setForm({ ...form, account: target.value as TopUpAccount, asset: 'USDT' })}
          />
          <Select
            label={t('column.asset')}
            value={form.asset}
            options={topUpAssets[form.account].map((value) => ({ value, label: value }))}
            onChange={({ target }) => setForm({ ...form, asset: target.value as Form['asset'] })}
          />
          <TextField
            label={t('amount')}
            value={form.amount}
            error={tried && !isAmount && t('amountWrong')}
            onChange={({ target }) => setForm({ ...form, amount: target.value.trim() })}
            inputMode="decimal"
            autoComplete="off"
            suffix={form.asset}
            dir="ltr"
          />
        </>
      )}
    </ProposalDialog>
  )
}
