import type { ApprovalPayload } from '@evenhand/proofs/approval.ts'
import { useTranslations } from 'use-intl'
import { Grouped } from '../case/grouped.tsx'
import { formatTime, isSign, isTime } from './payload-values.ts'
import { payloadHash } from './sign-payload.ts'

/** Everything that is signed, whole and in its order, and the hash over it; nothing that is signed stays unseen. */
export function PayloadView({ payload }: { payload: ApprovalPayload }) {
  const t = useTranslations('approval')
  const label = (name: string) => (t.has(`field.${name}` as never) ? t(`field.${name}` as 'field.amount') : name)
  return (
    <div className="rounded-control border border-line">
      <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-2 p-3">
        <dt className="text-13 text-fg2">{t('act')}</dt>
        <dd className="font-600">
          <bdi dir="ltr">{payload.act}</bdi>
        </dd>
        <dt className="text-13 text-fg2">{t('subject')}</dt>
        <dd className="text-13 break-all">
          <bdi dir="ltr">{payload.subject}</bdi>
        </dd>
        {payload.fields.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-13 text-fg2">{label(name)}</dt>
            <dd className="min-w-0 font-600 break-words">
              <bdi dir={name === 'reason' ? 'auto' : 'ltr'}>
                {isSign(value) ? <Grouped text={value} /> : isTime(name, value) ? formatTime(value) : value || '—'}
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className="border-t border-line bg-sunken px-3 py-2 text-12 text-fg2">
        {t('hash')} <Grouped text={payloadHash(payload)} className="text-12" />
      </p>
    </div>
  )
}

/** The same, folded under the sentence of it. */
export function FoldedPayload({ payload }: { payload: ApprovalPayload }) {
  const t = useTranslations('signing')
  return (
    <details>
      <summary className="cursor-pointer py-1 text-13 font-600 text-accent-text">{t('payload')}</summary>
      <PayloadView payload={payload} />
    </details>
  )
}
