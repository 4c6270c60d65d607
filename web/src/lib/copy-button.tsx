import { IconButton } from '@evenhand/ui/button.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'

/** Copies a text; where the browser refuses, the text that is shown in `shown` is selected, to be copied by hand. */
export function CopyButton({ text, shown }: { text: string; shown: RefObject<HTMLElement | null> }) {
  const common = useTranslations('common')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast(common('copied'), 'good')
    } catch {
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
      toast(common('copyFailed'), 'danger')
    }
  }
  return (
    <IconButton
      icon="copy"
      size={18}
      label={common('copy')}
      onClick={() => void copy()}
      className="shrink-0 mobile:size-12"
    />
  )
}
