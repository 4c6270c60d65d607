import { checkUserNameOrPhone, login, logout, register, registerForm, sendCode } from '@evenhand/protocol/accounts.ts'
import { handle, type Mounted } from '../../kernel/http.ts'
import type { Auth } from './index.ts'

export const authRoutes = (auth: Auth): Mounted[] => [
  handle(checkUserNameOrPhone, auth.checkUserNameOrPhone),
  handle(registerForm, auth.registerForm),
  handle(sendCode, auth.sendCode),
  handle(register, auth.register),
  handle(login, auth.login),
  handle(logout, auth.logout),
]
