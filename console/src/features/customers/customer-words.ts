import { identificationStatuses } from '@evenhand/protocol/states.ts'
import { useTranslations } from 'use-intl'

export const customerStatuses = ['ACTIVE', 'RESTRICTED', 'FROZEN_BY_USER', 'LEGAL_HOLD', 'CLOSED'] as const
export type CustomerStatus = (typeof customerStatuses)[number]
const variants = {
  ACTIVE: 'good',
  RESTRICTED: 'warn',
  FROZEN_BY_USER: 'accent',
  LEGAL_HOLD: 'danger',
  CLOSED: 'plain',
} as const

const known = (status: string): CustomerStatus | undefined => customerStatuses.find((one) => one === status)

export const customerVariant = (status: string) => variants[known(status) ?? 'CLOSED']

/** A status in words; one that this page does not know, as it is written. */
export function useStatusText(): (status: string) => string {
  const t = useTranslations('customers')
  return (status) => {
    if (status === 'ALL') return t('status.ALL')
    const one = known(status)
    return one === undefined ? status : t(`status.${one}`)
  }
}

/** A country by its code, in the language of the page. */
export const countryName = (code: string, tag: string): string =>
  /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames(tag, { type: 'region' }).of(code) ?? code) : code

/** How far an identity is known, and the level that follows from it, in words. */
export function useCustomerTexts(): { kycText: (status: string) => string; tierText: (tier: string) => string } {
  const t = useTranslations('customers')
  const identity = useTranslations('identity')
  return {
    kycText: (status) => {
      const one = identificationStatuses.find((name) => name === status)
      return one === undefined ? status : identity(`status.${one}`)
    },
    tierText: (tier) => (tier === 'BASIC' || tier === 'VERIFIED' ? t(`tier.${tier}`) : tier),
  }
}
