import { inviteStatistics } from '@evenhand/protocol/invites.ts'
import { call } from '../../lib/call.ts'

/** Fees of invited customers beside what was paid of them. */
export const loadInviteFigures = () => call(inviteStatistics, {})
