import { registerForm } from '@evenhand/protocol/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../call.ts'

/** Where the mails of a sandbox can be read; null while that is not known, and where they really go out. */
export function useMailbox(): string | null {
  const { data } = useQuery({ queryKey: ['registerForm'], queryFn: () => call(registerForm, {}), staleTime: 600_000 })
  return data?.mailbox ?? null
}
