import { Amount } from '@evenhand/ui/format.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { Copyable } from '../../case/copyable.tsx'
import { CustomerLink } from '../../case/customer-link.tsx'
import { Facts, Part } from '../../case/facts.tsx'
import { OtherCases, otherCaseClass } from '../../case/other-cases.tsx'
import { Grouped } from '../../case/grouped.tsx'
import { Steps } from '../../case/steps.tsx'
import { When } from '../../lib/when.tsx'
import { RiskPanel } from './risk-panel.tsx'
import type { SeenWithdrawal } from './withdrawal-case.tsx'
import { WithdrawalStatusChip } from './withdrawal-words.tsx'

/** Everything that is known of a withdrawal, in the order in which it is checked. */
export function WithdrawalParts({ seen }: { seen: SeenWithdrawal }) {
  const t = useTranslations('withdrawals')
  const { coin } = seen
  return (
    <>
      <Part title={t('part.asked')}>
        <Facts
          items={[
            [t('column.customer'), <CustomerLink key="customer" id={seen.customerId} name={seen.username} />],
            [t('column.amount'), <Amount key="amount" text={seen.amount} asset={coin} className="font-600" />],
            [t('fee'), <Amount key="fee" text={seen.fee} asset={coin} />],
            [t('net'), <Amount key="net" text={seen.netAmount} asset={coin} />],
            [t('column.method'), <bdi key="method">{seen.method}</bdi>],
            [t('memo'), seen.memo && <Copyable text={seen.memo} />],
            [t('column.createdAt'), <When key="at" ms={seen.createdAt} seconds />],
            [t('txid'), seen.txid && <Copyable text={seen.txid} />],
            [t('reasonCode'), seen.reasonCode && t(`reason.${seen.reasonCode}`)],
            [t('reference'), seen.reasonRef],
          ]}
        />
      </Part>
      <Part title={t('part.address')}>
        <p className="mb-3 text-15">
          <Grouped text={seen.addressSnapshot} />
        </p>
        <Facts
          items={[
            [t('address.label'), <bdi key="label">{seen.address.label}</bdi>],
            [t('address.createdAt'), <When key="created" ms={seen.address.createdAt} />],
            [t('address.activeAt'), <When key="active" ms={seen.address.activeAt} />],
            [t('address.paidBefore'), seen.address.paidBefore ? t('address.paid') : t('address.notPaid')],
          ]}
        />
      </Part>
      <RiskPanel id={seen.id} />
      <Approvals seen={seen} />
      <Part title={t('part.steps')}>
        <Steps steps={seen.steps} word={(status) => t(`status.${status}`)} />
      </Part>
      <Others others={seen.others} />
    </>
  )
}

/** The customer's other withdrawals, each the way to its case. */
function Others({ others }: Pick<SeenWithdrawal, 'others'>) {
  const t = useTranslations('withdrawals')
  return (
    <OtherCases
      title={t('part.others')}
      none={t('noOthers')}
      cases={others.map((other) => ({
        id: other.id,
        link: (
          <Link to="/withdrawals" search={{ status: 'ALL', id: other.id }} className={otherCaseClass}>
            <bdi dir="ltr">{other.orderNo}</bdi>
          </Link>
        ),
        at: other.createdAt,
        amount: <Amount text={other.amount} asset={other.coin} />,
        status: <WithdrawalStatusChip status={other.status} />,
      }))}
    />
  )
}

function Approvals({ seen }: { seen: SeenWithdrawal }) {
  const t = useTranslations('withdrawals')
  return (
    <Part title={t('part.approvals', { given: seen.approvalsGiven, needed: seen.approvalsNeeded })}>
      {seen.verdicts.length === 0 && <p className="text-13 text-fg2">{t('noVerdicts')}</p>}
      <ul className="flex flex-col gap-1.5 text-13">
        {seen.verdicts.map(({ operator, verdict, at, reason, reference }) => (
          <li key={`${operator}${at}`} className="flex flex-wrap items-center gap-x-2">
            <Icon name={verdict === 'APPROVE' ? 'check' : 'close'} size={16} />
            <bdi className="font-600">{operator}</bdi>
            <span>{t(`verdict.${verdict}`)}</span>
            {reason && <span>{t(`reason.${reason}`)}</span>}
            {reference && <bdi>{reference}</bdi>}
            <span className="ms-auto text-fg2">
              <When ms={at} seconds />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
