import { Button } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useTranslations } from 'use-intl'

/** Copies a text; without leave to do so the customer is notified, and selects it by hand. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTranslations('security')
  const common = useTranslations('common')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast(common('copied'), 'good')
    } catch {
      toast(t('copyByHand'), 'danger')
    }
  }
  return (
    <Button variant="secondary" onClick={() => void copy()}>
      <Icon name="copy" size={18} />
      {label}
    </Button>
  )
}
