import { Icon } from '@evenhand/ui/icon.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useTranslations } from 'use-intl'

/** A value that people carry elsewhere: shown, and copied by a press. `shown` may shorten it. */
export function Copyable({ text, shown }: { text: string; shown?: string }) {
  const t = useTranslations('common')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast(t('copied'), 'good'),
      () => toast(t('copyFailed'), 'danger'),
    )
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <bdi dir="ltr" title={text} className="min-w-0 font-mono break-all">
        {shown ?? text}
      </bdi>
      <button
        type="button"
        aria-label={`${t('copy')}: ${text}`}
        onClick={() => void copy()}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-chip text-fg3 hover:bg-sunken hover:text-fg"
      >
        <Icon name="copy" size={14} />
      </button>
    </span>
  )
}

/** First and last characters of a long sign, as lists show it. */
export const shortened = (text: string, keep = 6): string =>
  text.length <= keep * 2 + 1 ? text : `${text.slice(0, keep)}…${text.slice(-keep)}`
