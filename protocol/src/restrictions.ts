import * as z from 'zod/mini'
import { get } from './route.ts'
import { epochMs } from './shapes.ts'

const restriction = z.object({ reason: z.string(), since: epochMs, until: epochMs })
export type OwnRestriction = z.output<typeof restriction>

export const ownRestriction = get('/swx/customer/user/restriction', {
  summary:
    'Why new orders of the own account are stopped, since when and until when; null where they are not. Withdrawals stay open.',
  signedIn: true,
  request: z.object({}),
  result: z.nullable(restriction),
  refusals: [],
})
