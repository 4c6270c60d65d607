import { cx } from '@evenhand/ui/cx.ts'
import { useTranslations } from 'use-intl'
import { strengthOf, strengths } from './password-strength.ts'

/** How hard the password is to guess, in words and as bars; the rule until something is typed. */
export function PasswordMeter({ password }: { password: string }) {
  const t = useTranslations('auth')
  const strength = strengthOf(password)
  const filled = strengths.indexOf(strength)
  return (
    <div className="mt-2">
      <span aria-hidden="true" className="grid grid-cols-3 gap-1.5">
        {strengths.slice(1).map((step, index) => (
          <span key={step} className={cx('h-1 rounded-full', index < filled ? 'bg-accent' : 'bg-line')} />
        ))}
      </span>
      <span role="status" className="mt-1 block text-13 text-fg2">
        {t(password === '' ? 'passwordHint' : `strength.${strength}`)}
      </span>
    </div>
  )
}
