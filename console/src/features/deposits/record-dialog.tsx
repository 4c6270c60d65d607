import { recordDeposit, type SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { fundMethods } from '@evenhand/protocol/funds.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import { operatorUsers } from '@evenhand/protocol/operator-customers.ts'
import { Refused } from '@evenhand/protocol/wire.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { call } from '../../lib/call.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { useDraftOf } from '../../lib/use-draft.ts'
import { creditedOf, emptyRecord, recordOf, wrongIn, type RecordField, type RecordForm } from './record-rules.ts'

const labels = {
  customer: 'column.customer',
  amount: 'arrived',
  txHash: 'column.txHash',
  fromAddress: 'fromAddress',
} as const
const wrongs = {
  customer: 'record.wrong.customer',
  amount: 'arrivedWrong',
  txHash: 'record.wrong.txHash',
  fromAddress: 'fromWrong',
} as const

type RecordProps = {
  /** The deposit whose transaction is recorded anew, or another part of it where some of it is credited. */
  deposit?: SeenDeposit
  onRecorded: (id: string) => void
  onClose: () => void
}

/** Coins that arrived without a form, below the least of the form too: whose they are, and which transaction brought them. */
export function RecordDialog({ deposit: options, onRecorded, onClose }: RecordProps) {
  const t = useTranslations('deposits')
  const local = useLocalNumber()
  const queries = useQueryClient()
  const [form, setForm] = useDraftOf<RecordForm>('record', options ? recordOf(options) : emptyRecord)
  const part = options?.status === 'CREDITED'
  const wrong = wrongIn(form)
  const coin = fundMethods.find(({ method }) => method === form.method)?.coin
  const text = (field: RecordField, tried: boolean) => ({
    label: t(labels[field]),
    value: form[field],
    error: tried && wrong.includes(field) && t(wrongs[field]),
    onChange: ({ target }: { target: { value: string } }) => setForm({ ...form, [field]: target.value.trim() }),
    autoComplete: 'off',
    spellCheck: false,
    dir: 'ltr' as const,
  })
  const submit = async (reason: string) => {
    const { customer, ...rest } = form
    const { id } = await call(recordDeposit, {
      ...rest,
      ...(part && { part }),
      customerId: await customerOf(customer),
      reason,
    })
    await queries.invalidateQueries()
    onRecorded(id)
  }
  return (
    <DecisionDialog
      title={part ? t('record.partTitle') : t('record.title')}
      effect={
        part
          ? t('record.partText', {
              credited: local.amount(moneyText({ asset: options.coin, units: creditedOf(options) }), options.coin),
            })
          : t('record.text')
      }
      button={t('record.button')}
      complete={wrong.length === 0}
      danger={false}
      submit={submit}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <TextField {...text('customer', tried)} hint={t('record.customerHint')} />
          <Select
            label={t('column.method')}
            value={form.method}
            options={fundMethods.map(({ method }) => ({ value: method, label: method }))}
            onChange={({ target }) => setForm({ ...form, method: target.value })}
          />
          <TextField {...text('amount', tried)} hint={t('record.amountHint')} inputMode="decimal" suffix={coin} />
          <TextField {...text('txHash', tried)} maxLength={100} />
          <TextField {...text('fromAddress', tried)} maxLength={120} />
        </>
      )}
    </DecisionDialog>
  )
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** The customer of exactly this user name or id; refuses 40039 where there is none. */
async function customerOf(text: string): Promise<string> {
  if (isId(text)) return text
  const { rows } = await call(operatorUsers, { q: text })
  const found = rows.find(({ username }) => username === text)
  if (found === undefined) throw new Refused('notFound', { code: 40039, params: {}, traceId: '' })
  return found.id
}
