import {
  checkUserNameOrPhone,
  login,
  logout,
  register,
  registerForm,
  sendCode,
  updateProfile,
} from '@evenhand/protocol/accounts.ts'
import {
  antiPhishing,
  endOtherSessions,
  endSession,
  freeze,
  loginHistory,
  repassword,
  sessions,
  setAntiPhishing,
  unfreeze,
} from '@evenhand/protocol/sessions.ts'
import { closeAccount } from '@evenhand/protocol/settings.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '@evenhand/protocol/api-keys.ts'
import { prove } from '@evenhand/protocol/second-factor.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import type { Auth } from './index.ts'
import { secondFactorRoutes } from './second-factor/index.ts'
import { socialRoutes } from './social/index.ts'

/** Requests that register, sign in and out, change credentials and list sessions, those of second factors and providers included. */
export const authRoutes = (auth: Auth): Mounted[] => [
  handle(checkUserNameOrPhone, auth.checkUserNameOrPhone),
  handle(registerForm, auth.registerForm),
  handle(sendCode, auth.sendCode),
  handle(register, auth.register),
  handle(login, auth.login),
  handle(logout, auth.logout),
  handle(repassword, auth.repassword),
  handle(updateProfile, auth.updateProfile),
  handle(sessions, auth.sessions),
  handle(endSession, auth.endSession),
  handle(endOtherSessions, auth.endOtherSessions),
  handle(loginHistory, auth.loginHistory),
  handle(closeAccount, auth.close),
  handle(freeze, auth.freeze),
  handle(unfreeze, auth.unfreeze),
  handle(antiPhishing, auth.antiPhishing),
  handle(setAntiPhishing, auth.setAntiPhishing),
  handle(prove, auth.prove),
  handle(listApiKeys, auth.apiKeys.list),
  handle(createApiKey, auth.apiKeys.create),
  handle(revokeApiKey, auth.apiKeys.revoke),
  ...secondFactorRoutes(auth.secondFactor),
  ...socialRoutes(auth.social),
]
