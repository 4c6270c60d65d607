import { PasswordField } from '@evenhand/ui/field.tsx'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'

type SecretFieldProps = {
  label: string
  value: string
  onValue: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
  error: ReactNode
}

/** A password, masked until the customer reveals it; shows when Caps Lock is on. */
export function SecretField({ onValue, ...rest }: SecretFieldProps) {
  const t = useTranslations('auth')
  const [caps, setCaps] = useState(false)
  const watchCaps = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  return (
    <PasswordField
      {...rest}
      dir="ltr"
      hint={caps ? t('capsLock') : undefined}
      showLabel={t('showPassword')}
      hideLabel={t('hidePassword')}
      onChange={(event) => onValue(event.target.value)}
      onKeyDown={watchCaps}
      onKeyUp={watchCaps}
      onBlur={() => setCaps(false)}
    />
  )
}
