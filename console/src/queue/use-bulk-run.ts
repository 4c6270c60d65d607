import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { runBulk, type BulkOutcome, type DecideCase } from './bulk-run.ts'

/** A run over many cases as a dialog shows it: what came of each so far, and a way to stop behind the present one. */
export function useBulkRun() {
  const queries = useQueryClient()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, BulkOutcome>>(new Map())
  const [phase, setPhase] = useState<'confirming' | 'running' | 'done'>('confirming')
  const stopped = useRef(false)
  const start = async (ids: readonly string[], decide: DecideCase) => {
    setPhase('running')
    await runBulk({
      ids,
      decide,
      onOutcome: (id, outcome) => setOutcomes((before) => new Map(before).set(id, outcome)),
      isStopped: () => stopped.current,
    })
    setPhase('done')
    await queries.invalidateQueries()
  }
  return { outcomes, phase, start, stop: () => void (stopped.current = true) }
}
