import * as protocol from '@evenhand/protocol/safeguards.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import type { CustomerSafeguards } from './customer-safeguards.ts'

/** Requests of a customer about quiz, risk notice, own limits, timeout, self-exclusion and reality checks. */
export const safeguardsRoutes = (safeguards: CustomerSafeguards): Mounted[] => [
  handle(protocol.getSafeguards, safeguards.readAll),
  handle(protocol.getQuiz, safeguards.readQuiz),
  handle(protocol.answerQuiz, safeguards.markQuiz),
  handle(protocol.acknowledgeRisk, safeguards.acknowledge),
  handle(protocol.getLimits, safeguards.readLimits),
  handle(protocol.setLimits, safeguards.changeLimits),
  handle(protocol.takeTimeout, safeguards.takeTimeout),
  handle(protocol.excludeSelf, safeguards.excludeSelf),
  handle(protocol.getRealityCheck, safeguards.readReality),
  handle(protocol.seeRealityCheck, safeguards.seeReality),
]
