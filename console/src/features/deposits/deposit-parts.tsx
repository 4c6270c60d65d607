import { viewDeposit, viewDepositProof, type SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { Amount, Figure, formatAmount } from '@evenhand/ui/format.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@evenhand/ui/router.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ReasonedPicture } from '../../case/reasoned-picture.tsx'
import { Copyable } from '../../case/copyable.tsx'
import { CustomerLink } from '../../case/customer-link.tsx'
import { Facts, Part } from '../../case/facts.tsx'
import { callForFile } from '../../lib/call.ts'
import { useMay } from '../../lib/session.ts'
import { When } from '../../lib/when.tsx'
import { approvalsDiffer } from './credit-payload.ts'
import { DepositStatusChip, isWaiting } from './deposit-words.tsx'

/** Everything that is known of a deposit: the claim, what the chain shows, who has approved. */
export function DepositParts({ seen }: { seen: SeenDeposit }) {
  const t = useTranslations('deposits')
  const { coin } = seen
  const amount = (text: string | null | undefined) =>
    text != null && <Amount text={text} asset={coin} className="font-600" />
  return (
    <>
      <Part title={t('part.claim')}>
        <Facts
          items={[
            [t('column.customer'), <CustomerLink key="customer" id={seen.customerId} name={seen.username} />],
            [t('column.amount'), amount(seen.amount)],
            [t('column.method'), <bdi key="method">{`${coin} · ${seen.network}`}</bdi>],
            [t('column.txHash'), <Copyable key="hash" text={seen.txHash} />],
            [t('column.last6'), <Copyable key="last6" text={seen.last6} />],
            [t('source'), t(`sourceOf.${seen.source}`)],
            [t('column.createdAt'), <When key="at" ms={seen.createdAt} seconds />],
            [t('round'), seen.round > 1 && seen.reference === null && String(seen.round)],
            [t('reasonCode'), seen.reasonCode && t(`reason.${seen.reasonCode}`)],
            [t('referenceLabel'), seen.reference && <bdi>{seen.reference}</bdi>],
          ]}
        />
      </Part>
      <Part title={t('part.chain')}>
        <Facts
          items={[
            [t('arrived'), amount(seen.arrivedAmount) || t('notWatched')],
            [t('fromAddress'), seen.fromAddress && <Copyable text={seen.fromAddress} />],
            [
              t('confirmations'),
              <Figure key="confirmations">{`${seen.confirmations} / ${seen.confirmationsNeeded}`}</Figure>,
            ],
            [t('block'), seen.blockHeight && <Figure>{seen.blockHeight}</Figure>],
            [
              t('value'),
              seen.valueUsdt === null ? t('noValue') : <Figure key="value">{formatAmount(seen.valueUsdt)} USDT</Figure>,
            ],
            [t('credited'), amount(seen.creditedAmount)],
            [t('creditedBefore'), amount(seen.creditedBefore)],
            [t('part.proof'), isWaiting(seen.status) && seen.evidence === 'NONE_SENT' && t('noneSent')],
            [t('debt'), amount(seen.debt)],
          ]}
        />
      </Part>
      <Approvals seen={seen} />
      {seen.returns.length > 0 && (
        <Part title={t('part.returns', { given: seen.returns.length, needed: 2 })}>
          <ul className="flex flex-col gap-1.5 text-13">
            {seen.returns.map((approval) => (
              <Approval key={approval.operatorId} {...approval}>
                <Copyable text={approval.reference} />
              </Approval>
            ))}
          </ul>
        </Part>
      )}
      <SameTransaction seen={seen} />
      <Proof seen={seen} />
    </>
  )
}

function Approvals({ seen }: { seen: SeenDeposit }) {
  const t = useTranslations('deposits')
  const { approvals, approvalsGiven, approvalsNeeded, coin } = seen
  if (approvals.length === 0 && !isWaiting(seen.status)) return null
  return (
    <Part title={t('part.approvals', { given: approvalsGiven, needed: approvalsNeeded })}>
      {approvals.length === 0 && <p className="text-13 text-fg2">{t('noApprovals')}</p>}
      {seen.isBeyondDay && <p className="mb-3 text-13 text-fg2">{t('beyondDay')}</p>}
      {isWaiting(seen.status) && approvalsDiffer(seen) && (
        <Banner variant="danger" className="mb-3">
          {t('approvalsDiffer')}
        </Banner>
      )}
      <ul className="flex flex-col gap-1.5 text-13">
        {approvals.map((approval) => (
          <Approval key={approval.operatorId} {...approval}>
            <Amount text={approval.amount} asset={coin} />
            {approval.fromAddress !== '' && <Copyable text={approval.fromAddress} />}
          </Approval>
        ))}
      </ul>
    </Part>
  )
}

/** Other deposits of the same transaction, by any customer: what was credited or rejected of it already. */
function SameTransaction({ seen: { sameTransaction, customerId, coin } }: { seen: SeenDeposit }) {
  const t = useTranslations('deposits')
  if (sameTransaction.length === 0) return null
  return (
    <Part title={t('part.sameTransaction')}>
      <ul className="flex flex-col gap-1.5 text-13">
        {sameTransaction.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center gap-x-2">
            <Link to="/deposits" search={{ id: other.id }} className="font-600 text-accent-text">
              {other.orderNo}
            </Link>
            <Amount text={other.creditedAmount ?? other.amount} asset={coin} />
            {other.customerId !== customerId && <span className="text-fg2">{t('otherCustomer')}</span>}
            <span className="ms-auto">
              <DepositStatusChip status={other.status} />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

type WordProps = { operator: string; at: number; children: ReactNode }

/** One operator's approval or rejection of it, and when. */
function Approval({ operator, at, children }: WordProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <Icon name="check" size={16} />
      <bdi className="font-600">{operator}</bdi>
      {children}
      <span className="ms-auto text-fg2">
        <When ms={at} seconds />
      </span>
    </li>
  )
}

function Proof({ seen: { id, proofFileId } }: { seen: SeenDeposit }) {
  const t = useTranslations('deposits')
  const may = useMay()
  const queries = useQueryClient()
  if (proofFileId === null || !may(viewDepositProof)) return null
  return (
    <Part title={t('part.proof')}>
      <ReasonedPicture
        label={t('part.proof')}
        button={t('showProof')}
        open={(reason) => callForFile(viewDepositProof, { id, reason })}
        onOpened={() => void queries.invalidateQueries({ queryKey: [viewDeposit.path, id] })}
      />
    </Part>
  )
}
