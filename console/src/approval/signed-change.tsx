import type { ApprovalPayload } from '@evenhand/proofs/approval.ts'
import { Suspense } from 'react'
import { useFeatures } from '../lib/feature.ts'

/** What a signed payload changes of what is in force, where the kind of its request describes it. */
export function SignedChange({ payload: { act, fields } }: { payload: ApprovalPayload }) {
  const Change = useFeatures().requests.get(act.slice(0, act.lastIndexOf('.')))?.Change
  return (
    Change && (
      <Suspense>
        <Change values={Object.fromEntries(fields)} isCase={false} />
      </Suspense>
    )
  )
}
