import type { User } from '@evenhand/protocol/accounts.ts'

/** What every way of signing in answers, and every change of a credential. */
export type SignedIn = { readonly token: string; readonly user: User }
