import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { AccountFrame } from '../features/profile/account-frame.tsx'
import { LanguageList } from '../layout/language-list.tsx'

export function Language() {
  const t = useTranslations('profile')
  return (
    <AccountFrame title={t('page.language')}>
      <Card className="max-w-160 p-3">
        <LanguageList />
      </Card>
    </AccountFrame>
  )
}
