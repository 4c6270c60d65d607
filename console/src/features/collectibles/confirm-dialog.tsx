import { charityPayoutConfirm, type CharityReceipt } from '@evenhand/proofs/approval-payloads.ts'
import { confirmPayout, type ConsolePayout } from '@evenhand/protocol/collectibles-console.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApprovalDialog } from '../../approval/approval-dialog.tsx'
import { ValuesDialog } from '../../approval/values-dialog.tsx'
import { call } from '../../lib/call.ts'
import { useRenew } from './collectibles-query.ts'
import { hashOfFile, isHash } from './receipt-hash.ts'

type ConfirmProps = { payout: ConsolePayout; onClose: () => void }

/** First the proof that the money arrived; then the second person's signature over payment and proof. */
export function ConfirmDialog({ payout, onClose }: ConfirmProps) {
  const t = useTranslations('collectibles')
  const renew = useRenew()
  const [proof, setProof] = useState<CharityReceipt>()
  const title = t('confirm.title', { charity: payout.charity })
  if (proof === undefined) return <ProofDialog title={title} onProof={setProof} onClose={onClose} />
  return (
    <ApprovalDialog
      title={title}
      effect={t('confirm.effect')}
      about="pay"
      payload={() => charityPayoutConfirm(payout, proof)}
      button={t('confirm.sign')}
      submit={async (signed) => {
        const response = await call(confirmPayout, { id: payout.id, ...proof, ...signed })
        await renew()
        return response
      }}
      onClose={onClose}
    />
  )
}

type ProofProps = { title: string; onProof: (proof: CharityReceipt) => void; onClose: () => void }
const fields = ['reference', 'receiptNo', 'receiptHash'] as const

/** Reference, number of the receipt, and the hash of its document, which is computed here from a chosen file. */
function ProofDialog({ title, onProof, onClose }: ProofProps) {
  const t = useTranslations('collectibles')
  const [form, setForm] = useState({ reference: '', receiptNo: '', receiptHash: '' })
  const isWrong = (name: (typeof fields)[number]) =>
    name === 'receiptHash' ? !isHash(form.receiptHash) : form[name].trim().length < 2
  const proof = { ...form, reference: form.reference.trim(), receiptNo: form.receiptNo.trim() }
  return (
    <ValuesDialog
      title={title}
      button={t('next')}
      values={fields.some(isWrong) ? undefined : proof}
      onValues={onProof}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <p className="text-fg2">{t('confirm.text')}</p>
          {fields.map((name) => (
            <TextField
              key={name}
              label={t(`confirm.${name}`)}
              value={form[name]}
              maxLength={name === 'reference' ? 120 : 80}
              error={tried && isWrong(name) && t(name === 'receiptHash' ? 'wrong.hash' : 'wrong.needed')}
              onChange={({ target }) => setForm({ ...form, [name]: target.value })}
              autoComplete="off"
              spellCheck={false}
              dir="ltr"
            />
          ))}
          <label className="flex flex-col gap-1.5 font-500">
            {t('confirm.file')}
            <input
              type="file"
              className="text-13 font-400"
              onChange={async ({ target }) => {
                const [file] = target.files ?? []
                if (file) setForm({ ...form, receiptHash: await hashOfFile(file) })
              }}
            />
          </label>
        </>
      )}
    </ValuesDialog>
  )
}
