import type { ApprovalPayload } from '@evenhand/proofs/approval.ts'

export type ChangedField = {
  readonly name: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Which values of a payload are others now than when the operator began to read: what an approval must not pass over. */
export function changedFields(before: ApprovalPayload, after: ApprovalPayload): readonly ChangedField[] {
  const [was, is] = [new Map(before.fields), new Map(after.fields)]
  const named = [...new Set([...was.keys(), ...is.keys()])]
  return [
    ...(before.act === after.act ? [] : [{ name: 'act', before: before.act, after: after.act }]),
    ...(before.subject === after.subject ? [] : [{ name: 'subject', before: before.subject, after: after.subject }]),
    ...named
      .filter((name) => was.get(name) !== is.get(name))
      .map((name) => ({ name, before: was.get(name), after: is.get(name) })),
  ]
}
