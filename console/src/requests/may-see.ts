import type { SignedInOperator } from '@evenhand/protocol/operators.ts'
import { useFeatures, type Features } from '../lib/feature.ts'
import { mayCall, useOperator } from '../lib/session.ts'
import { listOf, type ChangeKind } from './requested-change.ts'

/** Whether an operator may read requests of a kind: those who decide it, and auditors of all kinds. */
function maySee(features: Features, me: SignedInOperator | undefined, kind: ChangeKind): boolean {
  const request = features.requests.get(kind)
  if (request === undefined || !mayCall(me, listOf(features, [kind], {})[0])) return false
  return (
    mayCall(me, request.approve) ||
    me?.operator.roles.some((role) => role === 'auditor' || role === 'superadmin') === true
  )
}

/** The same for the operator who is signed in. */
export function useMaySee(): (kind: ChangeKind) => boolean {
  const features = useFeatures()
  const me = useOperator()
  return (kind) => maySee(features, me, kind)
}
