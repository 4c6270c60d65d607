import {
  beginSetUp,
  endOperatorSession,
  finishSetUp,
  operatorLogin,
  operatorLogout,
  operatorMe,
  operatorSessions,
} from '@evenhand/protocol/operators.ts'
import type { MountedOperator } from '../../kernel/http/operator-call.ts'
import { handleEntrance, handleSigned, type MountedEntrance } from '../../kernel/http/operator-http.ts'
import { login, me } from './login.ts'
import type { SignInDeps } from './operators.deps.ts'
import * as sessions from './sessions.ts'
import * as setUp from './set-up.ts'

/** The calls for a person who is not signed in yet. */
export const entrances = (deps: SignInDeps): readonly MountedEntrance[] => [
  handleEntrance(operatorLogin, (request, call) => login(deps, request, call)),
  handleEntrance(beginSetUp, (request, call) => setUp.beginSetUp(deps, request, call)),
  handleEntrance(finishSetUp, (request, call) => setUp.finishSetUp(deps, request, call)),
]

/** Requests of a signed-in operator about the own session: who it is, sign-out, and the list of sessions. */
export const ownRoutes = (deps: SignInDeps): readonly MountedOperator[] => [
  handleSigned(operatorMe, (_request, call) => me(deps, call)),
  handleSigned(operatorLogout, (_request, call) => sessions.logout(deps, call)),
  handleSigned(operatorSessions, (_request, call) => sessions.operatorSessions(deps, call)),
  handleSigned(endOperatorSession, (request, call) => sessions.endOperatorSession(deps, request, call)),
]
