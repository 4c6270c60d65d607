import { checkIdentityField, type FieldCheck } from '@evenhand/protocol/identification-console.ts'
import {
  identificationFields,
  isFurther,
  type IdentificationField,
  type IdentificationReason,
} from '@evenhand/protocol/identification.ts'
import type { KycReasonCode } from '@evenhand/protocol/states.ts'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type * as z from 'zod/mini'
import { call } from '../../lib/call.ts'
import type { CaseView } from './identity-case.tsx'

type CheckRequest = z.input<typeof checkIdentityField.request>
type FieldRequest = Omit<CheckRequest, 'id'>
export type Checks = {
  /** The fields of this form, in the order in which they are shown. */
  readonly fields: readonly IdentificationField[]
  /** The caller's own mark of a field: null confirmed, a code refused, undefined open. */
  readonly own: ReadonlyMap<IdentificationField, KycReasonCode | null>
  /** How colleagues decided a field in this review. */
  readonly others: (field: IdentificationField) => readonly FieldCheck[]
  readonly confirmed: number
  /** Whether every field is confirmed and the server knows it, and no colleague has refused one since. */
  readonly complete: boolean
  readonly reasons: IdentificationReason[]
  readonly mark: (field: IdentificationField, state: CheckRequest['state'], code?: CheckRequest['code']) => void
  readonly error: Error | null
}

/** The checks with the caller's own mark of one field in place of any before, as the server will return them. */
function marked(checks: FieldCheck[], { field, state, code }: FieldRequest): FieldCheck[] {
  const others = checks.filter((one) => !(one.own && one.field === field))
  if (state === 'OPEN') return others
  return [...others, { field, code: code ?? null, operator: '', own: true, at: Date.now() }]
}

/** The decision on each field of a form; it is kept with the case, so that it is there after a break or for a colleague. */
export function useChecks({ seen }: CaseView): Checks {
  const [kept, setKept] = useState(seen.checks)
  // A mark stands as it is made: ten fields are ticked in a row, and none waits for the response to the one before.
  const [pending, setPending] = useState<readonly FieldRequest[]>([])
  const checks = useMemo(() => pending.reduce(marked, kept), [pending, kept])
  const put = useMutation({
    meta: { handled: true },
    mutationFn: (request: FieldRequest) => call(checkIdentityField, { id: seen.id, ...request }),
    onMutate: (request) => setPending((before) => [...before, request]),
    onSuccess: setKept,
    onSettled: (_checks, _error, request) => setPending((before) => before.filter((one) => one !== request)),
    // One after another, so that the last response is the newest.
    scope: { id: `checks ${seen.id}` },
  })
  const fields = useMemo(
    () => [
      ...identificationFields.filter((field) => field !== 'backFileId' || seen.pictures.includes('back')),
      ...seen.pictures.filter(isFurther),
    ],
    [seen.pictures],
  )
  return useMemo(() => {
    const own = new Map(checks.filter((one) => one.own).map(({ field, code }) => [field, code]))
    const others = (field: IdentificationField) => checks.filter((one) => !one.own && one.field === field)
    const isRefusedAfter = (field: IdentificationField): boolean => {
      const at = checks.find((one) => one.own && one.field === field)?.at ?? 0
      return others(field).some((other) => other.code !== null && other.at >= at)
    }
    const confirmed = fields.filter((field) => own.get(field) === null)
    return {
      fields,
      own,
      others,
      confirmed: confirmed.length,
      complete: pending.length === 0 && confirmed.length === fields.length && !fields.some(isRefusedAfter),
      reasons: fields.flatMap((field) => {
        const code = own.get(field)
        return code === undefined || code === null ? [] : [{ field, code }]
      }),
      mark: (field, state, code) => put.mutate({ field, state, ...(code === undefined ? {} : { code }) }),
      error: put.error,
    }
  }, [checks, pending, fields, put])
}
