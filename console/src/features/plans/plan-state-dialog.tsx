import {
  closePlan,
  listPlans,
  planStateChanges,
  proposePlanState,
  type ConsolePlan,
} from '@evenhand/protocol/plans-console.ts'
import { planProductStates, type PlanProductStatus } from '@evenhand/protocol/states.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { call } from '../../lib/call.ts'
import { ProposalDialog } from '../../requests/proposal-dialog.tsx'

const moves = [...planStateChanges, 'CLOSED_TO_NEW'] as const
type Move = (typeof moves)[number]
export type PlanMove = { readonly plan: ConsolePlan; readonly to: Move }

/** What a product may become from where it is. */
export const movesOf = (status: PlanProductStatus): readonly Move[] =>
  moves.filter((to) => (planProductStates[status] as readonly string[]).includes(to))

/** Closes a product at once, for a reason that is recorded; opening and retiring one are proposed to a second officer. */
export function PlanStateDialog({ move: { plan, to }, onClose }: { move: PlanMove; onClose: () => void }) {
  const t = useTranslations('plans')
  const queries = useQueryClient()
  const title = t(`move.${to}.title`, { name: plan.name })
  if (to === 'CLOSED_TO_NEW')
    return (
      <DecisionDialog
        title={title}
        effect={t('move.CLOSED_TO_NEW.effect')}
        button={t('move.CLOSED_TO_NEW.button')}
        danger={false}
        submit={async (reason) => {
          await call(closePlan, { id: plan.id, reason })
          await queries.invalidateQueries({ queryKey: [listPlans.path] })
        }}
        onClose={onClose}
      />
    )
  return (
    <ProposalDialog
      title={title}
      kind="plan.state"
      values={{ plan: plan.id, state: to }}
      effect={t('move.byTwo')}
      submit={(signed) => call(proposePlanState, { ...signed, plan: plan.id, state: to })}
      onClose={onClose}
    >
      {() => (
        <>
          <p>{t(`move.${to}.effect`)}</p>
          <p className="text-13 text-fg2">{t('move.byTwo')}</p>
        </>
      )}
    </ProposalDialog>
  )
}
