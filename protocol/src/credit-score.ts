import * as z from 'zod/mini'
import { get } from './route.ts'
import { epochMs, nothing } from './shapes.ts'

/** What moves a credit score. */
export const creditScoreKinds = [
  'IDENTITY_VERIFIED',
  'REPAID_IN_TIME',
  'REPAID_LATE',
  'OVERDUE',
  'IN_ARREARS',
  'WRITTEN_OFF',
] as const
export type CreditScoreKind = (typeof creditScoreKinds)[number]

/** A score begins with the verified identity and stays within these bounds. */
export const creditScores = { min: 300, max: 850, start: 600 } as const
/** Points of each kind, the same for every customer; `minDays`: only of a loan that ran at least so long. */
export const creditScoreRules: readonly { kind: CreditScoreKind; points: number; minDays: number | null }[] = [
  { kind: 'IDENTITY_VERIFIED', points: 0, minDays: null },
  { kind: 'REPAID_IN_TIME', points: 25, minDays: 7 },
  { kind: 'REPAID_LATE', points: 10, minDays: null },
  { kind: 'OVERDUE', points: -40, minDays: null },
  { kind: 'IN_ARREARS', points: -100, minDays: null },
  { kind: 'WRITTEN_OFF', points: -200, minDays: null },
]

export const creditScore = get('/swx/customer/user/creditScore', {
  summary: "The caller's credit score with the rules it follows and each event that moved it.",
  signedIn: true,
  request: nothing,
  result: z.object({
    /** Null until the identity is verified. */
    score: z.nullable(z.int()),
    min: z.int(),
    max: z.int(),
    start: z.int(),
    /** Points of each kind, the same for every customer; `minDays`: the loan ran at least so long. */
    rules: z.array(z.object({ kind: z.enum(creditScoreKinds), points: z.int(), minDays: z.nullable(z.int()) })),
    /** Newest first. */
    events: z.array(
      z.object({
        kind: z.enum(creditScoreKinds),
        points: z.int(),
        /** After it. */
        score: z.int(),
        at: epochMs,
        loanNo: z.nullable(z.string()),
      }),
    ),
  }),
  refusals: [],
})
