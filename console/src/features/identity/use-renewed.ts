import { viewIdentification } from '@evenhand/protocol/identification-console.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import type { CaseView } from './identity-case.tsx'

/** Reads a case anew after something was decided about it; that view has its line in the record as well. */
export function useRenewed({ seen, reason }: CaseView, onView: (view: CaseView) => void) {
  const queries = useQueryClient()
  return async (done: Promise<unknown>): Promise<void> => {
    await done
    void queries.invalidateQueries()
    onView({ seen: await call(viewIdentification, { id: seen.id, reason }), reason })
  }
}
