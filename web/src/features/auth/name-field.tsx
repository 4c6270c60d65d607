import { TextField } from '@evenhand/ui/field.tsx'
import type { ReactNode } from 'react'

const kinds = {
  email: { type: 'email', autoComplete: 'email', maxLength: 254 },
  username: { type: 'text', autoComplete: 'username', maxLength: 30 },
  /** Either of them. */
  account: { type: 'text', autoComplete: 'username', maxLength: 254 },
} as const

type NameFieldProps = {
  kind: keyof typeof kinds
  label: string
  value: string
  onValue: (value: string) => void
  error: ReactNode
  aside?: ReactNode
  hint?: ReactNode
  onBlur?: () => void
}

/** By what an account is known: Latin letters in every language, which no keyboard capitalizes or corrects. */
export const NameField = ({ kind, onValue, ...rest }: NameFieldProps) => (
  <TextField
    {...rest}
    {...kinds[kind]}
    dir="ltr"
    autoCapitalize="none"
    spellCheck={false}
    onChange={(event) => onValue(event.target.value)}
  />
)
