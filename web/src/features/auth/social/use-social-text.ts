import type { SocialProvider } from '@evenhand/protocol/social.ts'
import { useTranslations } from 'use-intl'
import { isRefused } from '../../../lib/problem.ts'
import { useProblemText } from '../../../lib/problem-text.ts'
import { namedFields } from '../../../lib/proving/form-problem.ts'
import { providerNames } from './provider-mark.tsx'

const keys = {
  state: 'state',
  code: 'refused',
  email: 'email',
  'provider unreachable': 'unreachable',
  'provider unavailable': 'unavailable',
  'provider linkedElsewhere': 'linkedElsewhere',
  'provider lastWay': 'lastWay',
  linkToken: 'state',
  registrationToken: 'state',
  signInToken: 'state',
} as const
const isKnown = (name: string): name is keyof typeof keys => name in keys

/** What went wrong with a provider, in words and with the next step. */
export function useSocialText(): (problem: unknown, provider: SocialProvider) => string {
  const t = useTranslations('auth')
  const problemText = useProblemText()
  return (problem, provider) => {
    const named = isRefused(problem, 'dataIncomplete') ? namedFields(problem)[0] : undefined
    const key = [named && `${named.field} ${named.reason}`, named?.field].find(
      (name) => name !== undefined && isKnown(name),
    )
    if (key === undefined || !isKnown(key)) return problemText(problem)
    return t(`social.problem.${keys[key]}`, { provider: providerNames[provider] })
  }
}
