import { Dialog } from '@evenhand/ui/dialog.tsx'
import { useTranslations } from 'use-intl'
import { LanguageList } from './language-list.tsx'

export function LanguageSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('common')
  return (
    <Dialog variant="sheet" open={open} onClose={onClose} title={t('language.choose')} closeLabel={t('close')}>
      <LanguageList onChosen={onClose} />
    </Dialog>
  )
}
