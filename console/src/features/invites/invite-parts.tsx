import type { SeenInvite } from '@evenhand/protocol/invites-console.ts'
import { useTranslations } from 'use-intl'
import { CustomerLink } from '../../case/customer-link.tsx'
import { Facts, Part } from '../../case/facts.tsx'
import { When } from '../../lib/when.tsx'

/** Why it is held, the two customers side by side, and the rewards week by week. */
export function InviteParts({ seen }: { seen: SeenInvite }) {
  const t = useTranslations('invites')
  return (
    <>
      <Part title={t('part.why')}>
        <ul className="flex list-disc flex-col gap-1 ps-5 text-14">
          {seen.signals.map((signal) => (
            <li key={signal}>{t(`signal.${signal}`)}</li>
          ))}
        </ul>
        <p className="mt-2 text-13 text-fg2">{t('signalNote')}</p>
      </Part>
      <Part title={t('column.customer')}>
        <Person person={seen.inviter} />
      </Part>
      <Part title={t('column.invited')}>
        <Person person={seen.invited} />
      </Part>
      <Part title={t('part.weeks')}>
        <Weeks weeks={seen.weeks} />
      </Part>
      {seen.reason !== null && (
        <Part title={t('part.decision')}>
          <Facts
            items={[
              [t('decidedAt'), seen.decidedAt !== null && <When key="at" ms={seen.decidedAt} />],
              [t('reason'), <bdi key="reason">{seen.reason}</bdi>],
            ]}
          />
        </Part>
      )}
    </>
  )
}

function Person({ person }: { person: SeenInvite['inviter'] }) {
  const t = useTranslations('invites')
  return (
    <Facts
      items={[
        [t('person.name'), <CustomerLink key="name" id={person.id} name={person.username} />],
        [t('person.registered'), <When key="at" ms={person.createdAt} />],
        [t('person.country'), person.country],
        [t('person.verified'), t(person.kycStatus === 'VERIFIED' ? 'person.yes' : 'person.no')],
      ]}
    />
  )
}

function Weeks({ weeks }: Pick<SeenInvite, 'weeks'>) {
  const t = useTranslations('invites')
  return (
    <table className="w-full text-13">
      <thead className="text-fg2">
        <tr>
          {(['week', 'fees', 'amount', 'paid'] as const).map((column) => (
            <th key={column} scope="col" className={`py-1 font-500 ${column === 'week' ? 'text-start' : 'text-end'}`}>
              {t(`week.${column}`)}
            </th>
          ))}
          <th scope="col" className="py-1 ps-3 text-start font-500">
            {t('column.status')}
          </th>
        </tr>
      </thead>
      <tbody>
        {weeks.map((one) => (
          <tr key={one.week}>
            <td className="py-1">
              <bdi>{one.week}</bdi>
            </td>
            {[one.fees, one.amount, one.paid].map((amount, at) => (
              <td key={['fees', 'amount', 'paid'][at]} className="py-1 text-end">
                <bdi dir="ltr">{amount}</bdi>
              </td>
            ))}
            <td className="py-1 ps-3">{t(`reward.${one.status}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
