import { Button } from '@evenhand/ui/button.tsx'
import type { ComponentProps, MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { waitWords } from '@evenhand/protocol/retry-wait.ts'

const ignore = (event: MouseEvent): void => event.preventDefault()

/** A button that ignores presses for `wait` seconds more and states how long; it keeps the focus meanwhile. */
export function RetryButton({ wait, onClick, children, ...rest }: ComponentProps<typeof Button> & { wait: number }) {
  const t = useTranslations('common')
  const waits = wait > 0
  return (
    <Button {...rest} aria-disabled={waits || undefined} onClick={waits ? ignore : onClick}>
      {waits ? t('retryIn', waitWords(wait)) : children}
    </Button>
  )
}
