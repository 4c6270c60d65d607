import * as protocol from '@evenhand/protocol/invites.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import type { Invites } from './index.ts'

/** Requests of customers about invitations, and the public figures. */
export const invitesRoutes = (invites: Invites): Mounted[] => [
  handle(protocol.inviteInfo, invites.info),
  handle(protocol.inviteList, invites.list),
  handle(protocol.inviteRewards, invites.rewards),
  handle(protocol.inviteBind, invites.bind),
  handle(protocol.inviteStatistics, invites.statistics),
]
