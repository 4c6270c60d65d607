import * as z from 'zod/mini'
import { operatorGet, operatorRoles } from './operator-route.ts'
import { epochMs } from './shapes.ts'

/** What has a course of its own: the nouns of the record's subjects. */
export const courseNouns = [
  'deposit',
  'withdrawal',
  'complaint',
  'identification',
  'fundReset',
  'loan',
  'invite',
] as const
export type CourseNoun = (typeof courseNouns)[number]

const step = z.object({
  at: epochMs,
  operator: z.string(),
  roles: z.array(z.enum(operatorRoles)),
  act: z.string(),
  reason: z.string(),
})

export const caseCourse = operatorGet('/swx/admin/course', {
  summary:
    'Shows who decided what about one case, when and why, oldest first; viewings are left out. For those who read the case.',
  roles: ['kyc', 'finance1', 'finance2', 'risk', 'support', 'auditor'],
  does: 'read',
  request: z.object({
    subject: z
      .string()
      .check(z.regex(/^(?:deposit|withdrawal|complaint|identification|fundReset|loan|invite):[0-9a-f-]{36}$/)),
  }),
  result: z.array(step),
  refusals: ['notFound'],
})
