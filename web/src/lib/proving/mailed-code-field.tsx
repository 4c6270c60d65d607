import { Button } from '@evenhand/ui/button.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { waitWords } from '@evenhand/protocol/retry-wait.ts'

type MailedCodeFieldProps = {
  value: string
  onValue: (code: string) => void
  error: ReactNode
  sending: {
    /** Seconds until the next code may be sent; 0 where one may be. */
    wait: number
    isBusy: boolean
    /** One has gone to this address already. */
    isAgain: boolean
    isOff?: boolean
    onSend: () => void
  }
  /** Where the last code went, and the text about it; null while none went anywhere. */
  sent: { to: string; text: ReactNode } | null
  /** Where the mails of a sandbox can be read; null where they really go out. */
  mailbox: string | null
}

/** The code from an e-mail, with the button that sends one, the time until the next, and where the last one went. */
export function MailedCodeField({ value, onValue, error, sending, sent, mailbox }: MailedCodeFieldProps) {
  const t = useTranslations('auth')
  const { wait, isBusy, isAgain, isOff = false, onSend } = sending
  return (
    <div>
      <TextField
        label={t('code')}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        error={error}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        suffix={
          <Button
            variant="link"
            size="small"
            className="-me-2 whitespace-nowrap"
            busy={isBusy}
            // Not disabled while it waits: the keyboard would lose its place at the press.
            aria-disabled={wait > 0 || undefined}
            disabled={isOff}
            onClick={() => wait === 0 && onSend()}
          >
            {wait > 0 ? t('resendIn', waitWords(wait)) : t(isAgain ? 'resend' : 'sendCode')}
          </Button>
        }
      />
      <p role="status" className="mt-1.5 text-13 text-fg2">
        {sent?.text}
        {sent !== null && mailbox !== null && (
          <>
            {' '}
            <a
              href={`${mailbox}?to=${encodeURIComponent(sent.to)}`}
              target="_blank"
              rel="noopener"
              className="text-accent-text underline"
            >
              {t('openMailbox')}
            </a>
          </>
        )}
      </p>
    </div>
  )
}
