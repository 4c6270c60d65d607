import * as z from 'zod/mini'
import { operatorGet, operatorPost } from './operator-route.ts'
import { epochMs, nothing, queryInt } from './shapes.ts'

// What operators ask of the log: to be computed again, and to be taken away and checked elsewhere.

const finding = z.object({ at: z.string(), expected: z.optional(z.string()), found: z.optional(z.string()) })
/** `running`: how many records and entries of how many are computed, null while nothing is. `last`: what was found before. */
const verification = z.object({
  running: z.nullable(z.object({ done: z.int(), of: z.int() })),
  last: z.nullable(z.object({ at: epochMs, ok: z.boolean(), compared: z.int(), findings: z.array(finding) })),
})
export type Verification = z.output<typeof verification>
/** Begins it, or joins the one that runs; the response comes at once. */
export const verifyAudit = operatorPost('/swx/admin/audit/verify', {
  summary:
    'Compute the log again and hold it, and the record of operators, against the signed heads outside the database.',
  roles: ['superadmin', 'auditor'],
  does: 'read',
  request: nothing,
  result: verification,
  refusals: [],
})
export const auditVerification = operatorGet('/swx/admin/audit/verify', {
  summary: 'How far the verification of the log is, and what the last one found.',
  roles: ['superadmin', 'auditor'],
  does: 'read',
  request: nothing,
  result: verification,
  refusals: [],
})
/** What `npm run verify -- ledger FILE HEADS --key KEYFILE` reads, one response a line. */
export const sealedLedger = operatorGet('/swx/admin/ledger/sealed', {
  summary: 'The sealed run of ledger entries after a number with its proof from the log, to be checked elsewhere.',
  roles: ['auditor'],
  does: 'read',
  request: z.object({ after: z.optional(queryInt(0, 999_999_999_999_999)) }),
  result: z.object({
    runs: z.array(z.looseObject({ upto: z.int() })),
    head: z.nullable(z.looseObject({ size: z.int() })),
    next: z.nullable(z.int()),
  }),
  refusals: [],
})
