import * as protocol from '@evenhand/protocol/social.ts'
import { handle, type Mounted } from '../../../kernel/http/http.ts'
import type { Social } from './index.ts'

/** Requests that sign in by an OpenID provider, and that link and unlink one. */
export const socialRoutes = (social: Social): Mounted[] => [
  handle(protocol.listProviders, social.listProviders),
  handle(protocol.startSocial, social.start),
  handle(protocol.loginByGoogle, social.loginByGoogle),
  handle(protocol.loginByApple, social.loginByApple),
  handle(protocol.continueSocial, social.continue),
  handle(protocol.registerSocial, social.register),
  handle(protocol.linkSocial, social.link),
  handle(protocol.listLinked, social.listLinked),
  handle(protocol.addLinked, social.addLinked),
  handle(protocol.removeLinked, social.removeLinked),
]
