import { getRouteApi } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { ComplaintsPage } from '../features/complaints/complaints-page.tsx'
import { AccountFrame } from '../features/profile/account-frame.tsx'

const route = getRouteApi('/profile/complaints')

export function Complaints() {
  const t = useTranslations('complaints')
  const { about, id, of, no } = route.useSearch()
  return (
    <AccountFrame title={t('title')}>
      <ComplaintsPage about={about} id={id} of={of} no={no} />
    </AccountFrame>
  )
}
