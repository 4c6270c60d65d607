import { Amount } from '@evenhand/ui/format.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { CustomerLink } from '../../case/customer-link.tsx'
import { Facts, Part } from '../../case/facts.tsx'
import { OtherCases, otherCaseClass } from '../../case/other-cases.tsx'
import { isolated } from '../../lib/isolated.ts'
import { When, whenText } from '../../lib/when.tsx'
import { LoanAgreement } from './loan-agreement.tsx'
import type { LoanCaseView } from './loan-case.tsx'
import { isHeld, LoanCollateral } from './loan-collateral.tsx'
import { latenessOf } from './loan-costs.ts'
import { LoanTerms } from './loan-terms.tsx'
import { RepaymentPlans } from './repayment-plans.tsx'
import { isInReview, LoanStatusChip } from './loan-words.tsx'

type LoanPartsProps = { seen: LoanCaseView; onOpened: () => void }

/** Everything of a loan, in the order in which it is reviewed: who, on which terms, signed by what, approved by whom. */
export function LoanParts({ seen, onOpened }: LoanPartsProps) {
  return (
    <>
      <Late seen={seen} />
      <Borrower seen={seen} />
      {seen.disbursedAt !== null && <Repayment seen={seen} />}
      <RepaymentPlans seen={seen} />
      {seen.collateral !== null && <LoanCollateral held={seen.collateral} />}
      <LoanTerms seen={seen} />
      <LoanAgreement seen={seen} onOpened={onOpened} />
      <Approvals seen={seen} />
      <Others others={seen.others} />
    </>
  )
}

/** How late it is and what follows when. Of other money of the customer only a clause that was signed takes any. */
function Late({ seen }: { seen: LoanCaseView }) {
  const t = useTranslations('loans')
  const isSecured = seen.collateral !== null && isHeld(seen.collateral)
  const late = latenessOf(
    { ...seen, isSecured },
    seen.owed.at,
    seen.plans.find(({ status }) => status === 'BROKEN')?.endedAt ?? 0,
  )
  if (late === undefined) return null
  return (
    <Banner variant="danger" className="rounded-none!">
      {t('late.days', { count: late.days })} {t(`late.${late.next}`, { date: isolated(whenText(late.nextAt)) })}{' '}
      {t('late.nothingTaken')}
    </Banner>
  )
}

function Borrower({ seen }: { seen: LoanCaseView }) {
  const t = useTranslations('loans')
  const customers = useTranslations('customers')
  const { past } = seen
  return (
    <Part title={t('part.borrower')}>
      <Facts
        items={[
          [t('column.customer'), <CustomerLink key="customer" id={seen.customerId} name={seen.username} />],
          [
            customers('column.tier'),
            customers.has(`tier.${seen.tier}` as 'tier.BASIC')
              ? customers(`tier.${seen.tier}` as 'tier.BASIC')
              : seen.tier,
          ],
          [t('column.score'), String(seen.score ?? '—')],
          [t('past'), t('pastOf', past)],
          [t('remark'), seen.remark && <bdi>{seen.remark}</bdi>],
          [t('reasonCode'), seen.reasonCode && t(`reason.${seen.reasonCode}`)],
        ]}
      />
    </Part>
  )
}

function Repayment({ seen }: { seen: LoanCaseView }) {
  const t = useTranslations('loans')
  const ended = seen.endedAt !== null
  return (
    <Part title={t('part.repayment')}>
      <Facts
        items={[
          [t('disbursedAt'), seen.disbursedAt && <When ms={seen.disbursedAt} seconds />],
          [t('column.repaymentDate'), seen.repaymentDate && <When ms={seen.repaymentDate} />],
          [t('owedNow'), !ended && <Amount text={seen.owed.total} className="font-600" />],
          [t('principalLeft'), !ended && <Amount text={seen.owed.principal} />],
          [t('interestNow'), !ended && <Amount text={seen.owed.interest} />],
          [t('principalRepaid'), <Amount key="principal" text={seen.repaid.principal} />],
          [t('interestRepaid'), <Amount key="interest" text={seen.repaid.interest} />],
          [t('cancelUntil'), seen.cancelUntil && <When ms={seen.cancelUntil} />],
          [t('endedAt'), seen.endedAt && <When ms={seen.endedAt} seconds />],
        ]}
      />
    </Part>
  )
}

function Approvals({ seen: { approvals, approvalsNeeded, status } }: { seen: LoanCaseView }) {
  const t = useTranslations('loans')
  if (approvals.length === 0 && !isInReview(status)) return null
  return (
    <Part title={t('part.approvals', { given: approvals.length, needed: approvalsNeeded })}>
      {approvals.length === 0 && <p className="text-13 text-fg2">{t('noApprovals')}</p>}
      <ul className="flex flex-col gap-1.5 text-13">
        {approvals.map(({ operatorId, operator, at }) => (
          <li key={operatorId} className="flex flex-wrap items-center gap-x-2">
            <Icon name="check" size={16} />
            <bdi className="font-600">{operator}</bdi>
            <span className="ms-auto text-fg2">
              <When ms={at} seconds />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** The customer's other loans, each the way to its case. */
function Others({ others }: Pick<LoanCaseView, 'others'>) {
  const t = useTranslations('loans')
  return (
    <OtherCases
      title={t('part.others')}
      none={t('noOthers')}
      cases={others.map((other) => ({
        id: other.id,
        link: (
          <Link to="/loans" search={{ status: 'ALL', id: other.id }} className={otherCaseClass}>
            <bdi dir="ltr">{other.orderNo}</bdi>
          </Link>
        ),
        at: other.signedAt,
        amount: <Amount text={other.amount} />,
        status: <LoanStatusChip status={other.status} />,
      }))}
    />
  )
}
