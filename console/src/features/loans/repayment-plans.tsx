import {
  approveRepaymentPlan,
  prepareRepaymentPlan,
  viewRepaymentPlanDocument,
  type SeenRepaymentPlan,
} from '@evenhand/protocol/loans-console.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Amount, Figure } from '@evenhand/ui/format.tsx'
import { saveBlob } from '@evenhand/ui/save-file.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApprovalDialog } from '../../approval/approval-dialog.tsx'
import { Facts, Part } from '../../case/facts.tsx'
import { call, callForFile } from '../../lib/call.ts'
import { useMay, useOperator } from '../../lib/session.ts'
import { When } from '../../lib/when.tsx'
import { PlainTable } from '../../table/plain-table.tsx'
import type { LoanCaseView } from './loan-case.tsx'
import { PreparePlanDialog } from './prepare-plan-dialog.tsx'

const variants = {
  PREPARED: 'warn',
  OFFERED: 'accent',
  ACCEPTED: 'accent',
  DECLINED: 'plain',
  LAPSED: 'plain',
  KEPT: 'good',
  BROKEN: 'danger',
} as const satisfies Record<SeenRepaymentPlan['status'], string>

/** Every repayment plan of a loan, the newest first, with what is left of each instalment. */
export function RepaymentPlans({ seen }: { seen: LoanCaseView }) {
  const t = useTranslations('loans')
  return seen.plans.map((plan) => (
    <Part key={plan.id} title={t('plan.title')}>
      <p className="mb-2">
        <Chip variant={variants[plan.status]}>{t(`plan.status.${plan.status}`)}</Chip>
      </p>
      <Facts
        items={[
          // Only a plan in force is all that is owed: before it interest goes on, and after it as well.
          [
            t(plan.status === 'ACCEPTED' ? 'owedNow' : 'plan.left'),
            <Amount key="left" text={plan.left} className="font-600" />,
          ],
          [t('plan.preparedBy'), <bdi key="by">{plan.preparedBy}</bdi>],
          [t('plan.approvals'), <Approved key="approvals" plan={plan} />],
          [t('plan.approveBy'), plan.status === 'PREPARED' && <When ms={plan.until} />],
          [t('plan.acceptBy'), plan.status === 'OFFERED' && <When ms={plan.until} />],
          [t('plan.acceptedAt'), plan.acceptedAt && <When ms={plan.acceptedAt} seconds />],
          [t('endedAt'), plan.endedAt && <When ms={plan.endedAt} seconds />],
        ]}
      />
      <div className="mt-3">
        <PlainTable
          label={t('plan.title')}
          heads={[t('plan.day'), t('plan.amount'), t('plan.left')]}
          ends={[1, 2]}
          rows={plan.instalments.map(({ n, day, amount, left }) => [
            <Figure key={n}>{day}</Figure>,
            <Amount key="amount" text={amount} />,
            <Amount key="left" text={left} />,
          ])}
        />
      </div>
      {plan.acceptedAt !== null && <PlanDocument seen={seen} planId={plan.id} />}
    </Part>
  ))
}

/** The accepted plan as its customer has it. */
function PlanDocument({ seen: { id, orderNo }, planId }: { seen: LoanCaseView; planId: string }) {
  const t = useTranslations('loans')
  const save = useMutation({
    mutationFn: async () =>
      saveBlob(`repayment-plan-${orderNo}.pdf`, await callForFile(viewRepaymentPlanDocument, { id, planId })),
  })
  return (
    <Button variant="quiet" size="small" className="mt-2" busy={save.isPending} onClick={() => save.mutate()}>
      {t('plan.document')}
    </Button>
  )
}

const Approved = ({ plan: { approvals, approvalsNeeded } }: { plan: SeenRepaymentPlan }) => (
  <>
    <Figure>{`${approvals.length}/${approvalsNeeded}`}</Figure>{' '}
    {approvals.map(({ operatorId, operator }) => (
      <bdi key={operatorId} className="me-1.5">
        {operator}
      </bdi>
    ))}
  </>
)

/** What a finance operator may do about a loan in arrears: prepare a plan, and approve the one that is prepared. */
export function PlanActions({ seen }: { seen: LoanCaseView }) {
  const t = useTranslations('loans')
  const may = useMay()
  const me = useOperator()?.operator.id
  const queries = useQueryClient()
  const [dialog, setDialog] = useState<'prepare' | 'approve'>()
  const close = () => setDialog(undefined)
  if (seen.status !== 'IN_ARREARS' || !may(prepareRepaymentPlan)) return null
  const prepared = seen.plans.find(({ status }) => status === 'PREPARED')
  const isSpoken = prepared?.approvals.some(({ operatorId }) => operatorId === me) === true
  return (
    <>
      {prepared && isSpoken && <p className="w-full text-13 text-fg2">{t('spoken')}</p>}
      {prepared && !isSpoken && may(approveRepaymentPlan) && (
        <Button onClick={() => setDialog('approve')}>{t('plan.approve')}</Button>
      )}
      <Button variant="secondary" onClick={() => setDialog('prepare')}>
        {t('plan.prepare')}
      </Button>
      {dialog === 'prepare' && <PreparePlanDialog seen={seen} onClose={close} />}
      {dialog === 'approve' && prepared && (
        <ApprovalDialog
          title={t('plan.approveTitle', { orderNo: seen.orderNo })}
          effect={prepared.approvalsNeeded - prepared.approvals.length > 1 ? t('plan.waits') : t('plan.offers')}
          payload={() => prepared.approval}
          button={t('sign')}
          submit={(signed) =>
            call(approveRepaymentPlan, { id: seen.id, planId: prepared.id, ...signed }).finally(() =>
              queries.invalidateQueries(),
            )
          }
          onClose={close}
        />
      )}
    </>
  )
}
