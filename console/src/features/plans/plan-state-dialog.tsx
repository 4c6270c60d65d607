import { listPlans, planStateChanges, setPlanState, type ConsolePlan } from '@evenhand/protocol/plans-console.ts'
import { planProductStates, type PlanProductStatus } from '@evenhand/protocol/states.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { call } from '../../lib/call.ts'

type Change = (typeof planStateChanges)[number]
export type PlanMove = { readonly plan: ConsolePlan; readonly to: Change }

/** What a product may become from where it stands. */
export const movesOf = (status: PlanProductStatus): readonly Change[] =>
  planStateChanges.filter((to) => (planProductStates[status] as readonly string[]).includes(to))

/** Opens, closes or retires a product: what follows from it, and the reason that stands in the record. */
export function PlanStateDialog({ move: { plan, to }, onClose }: { move: PlanMove; onClose: () => void }) {
  const t = useTranslations('plans')
  const queries = useQueryClient()
  return (
    <DecisionDialog
      title={t(`move.${to}.title`, { name: plan.name })}
      effect={t(`move.${to}.effect`)}
      button={t(`move.${to}.button`)}
      danger={to === 'RETIRED'}
      about="agree"
      submit={async (reason) => {
        await call(setPlanState, { id: plan.id, status: to, reason })
        await queries.invalidateQueries({ queryKey: [listPlans.path] })
      }}
      onClose={onClose}
    />
  )
}
