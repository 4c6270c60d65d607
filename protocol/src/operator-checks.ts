import * as z from 'zod/mini'
import { operatorGet, operatorPost } from './operator-route.ts'
import { epochMs, nothing, queryInt } from './shapes.ts'

// What operators do with the log: have it computed again, and to be taken away and checked elsewhere.

/** Where it is and what differs, in the forms of audit-forms.ts. */
const finding = z.object({ at: z.string(), expected: z.optional(z.string()), found: z.optional(z.string()) })
export type AuditFinding = z.output<typeof finding>
/**
 * `running`: how much of how much is done, null while nothing is. `last`: what was found before. `failed`: the last one
 * ended without a result.
 */
const verificationOf = <R extends z.ZodMiniType>(last: R) =>
  z.object({
    running: z.nullable(z.object({ done: z.int(), total: z.int() })),
    last: z.nullable(last),
    failed: z.boolean(),
  })
/** Counted in records and entries. */
const verification = verificationOf(
  z.object({ at: epochMs, ok: z.boolean(), compared: z.int(), findings: z.array(finding) }),
)
/** Counted in comparisons. */
const addition = verificationOf(
  z.object({
    at: epochMs,
    ok: z.boolean(),
    findings: z.array(
      z.object({ invariant: z.string(), statement: z.string(), ok: z.boolean(), detail: z.array(finding) }),
    ),
  }),
)
/** Begins it, or joins the one that runs; the response comes at once. */
export const verifyAudit = operatorPost('/swx/admin/audit/verify', {
  summary:
    'Computes the log again and holds it, and the record of operators, against the signed heads outside the database.',
  roles: ['superadmin', 'auditor'],
  does: 'read',
  request: nothing,
  result: verification,
  refusals: [],
})
export const auditVerification = operatorGet('/swx/admin/audit/verify', {
  summary: 'Shows how far the verification of the log is, and what the last one found.',
  roles: ['superadmin', 'auditor'],
  does: 'read',
  request: nothing,
  result: verification,
  refusals: [],
})
export type LedgerVerification = z.output<typeof addition>
const bookkeepers = ['finance1', 'finance2', 'auditor'] as const
/** Begins it, or joins the one that runs; the response comes at once. */
export const verifyLedger = operatorPost('/swx/admin/ledger/verify', {
  summary: 'Adds up the whole books again now.',
  roles: [...bookkeepers],
  does: 'read',
  request: nothing,
  result: addition,
  refusals: [],
})
export const ledgerVerification = operatorGet('/swx/admin/ledger/verify', {
  summary: 'Shows how far adding up the books is, and what the last time found.',
  roles: [...bookkeepers],
  does: 'read',
  request: nothing,
  result: addition,
  refusals: [],
})
/** What `npm run verify -- ledger FILE HEADS --key KEYFILE` reads, one response a line. */
export const sealedLedger = operatorGet('/swx/admin/ledger/sealed', {
  summary:
    'Gives the sealed run of ledger entries after a number with its proof from the log, to be checked elsewhere.',
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
