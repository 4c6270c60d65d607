import type { User } from '@evenhand/protocol/accounts.ts'

/** The result of every way of signing in, and of every change of a credential. */
export type SignedIn = { readonly token: string; readonly user: User }
