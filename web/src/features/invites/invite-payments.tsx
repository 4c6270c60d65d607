import { useTranslations } from 'use-intl'
import { Amount } from '../../lib/format.tsx'
import { useWhen } from '../../lib/use-when.ts'
import { useRewardLines } from './invites-query.ts'

/** The latest payments, newest first. */
export function InvitePayments() {
  const t = useTranslations('invites')
  const when = useWhen()
  const { data } = useRewardLines('earned', 1)
  if (!data) return null
  return (
    <section aria-labelledby="invite-payments" className="border-t border-line pt-3">
      <h3 id="invite-payments" className="font-600">
        {t('payments.title')}
      </h3>
      {data.payments.length === 0 ? (
        <p className="mt-1 text-13 text-fg2">{t('payments.none')}</p>
      ) : (
        <ul className="mt-1 flex flex-col gap-1 text-14">
          {data.payments.map(({ dueAt, amount }) => (
            <li key={dueAt} className="flex justify-between gap-3">
              <bdi className="text-fg2">{when(dueAt)}</bdi>
              <Amount text={amount} className="font-600" />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
