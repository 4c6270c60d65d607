import { listProviders, type SocialProvider } from '@evenhand/protocol/social.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Skeleton } from '@evenhand/ui/states.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../../../lib/call.ts'
import { FormProblem } from '../auth-card.tsx'
import { leaveFor } from './oauth-flow.ts'
import { ProviderMark, providerNames } from './provider-mark.tsx'
import { useSocialText } from './use-social-text.ts'

const useProvidersQuery = () =>
  useQuery({
    queryKey: ['socialProviders'],
    queryFn: () => call(listProviders, {}),
    staleTime: 600_000,
  })

/** The providers of this installation; empty while they are not known. */
export const useProviders = () => useProvidersQuery().data ?? []

type ButtonsProps = { back: string | undefined; inviteCode?: string | undefined }

/** A button for each provider one can sign in with here; a simulated one is marked so. */
export function SocialButtons({ back, inviteCode }: ButtonsProps) {
  const t = useTranslations('auth')
  const socialText = useSocialText()
  const { data: providers } = useProvidersQuery()
  const leaving = useMutation({
    meta: { handled: true },
    mutationFn: (provider: SocialProvider) => leaveFor(provider, { purpose: 'signIn', back, inviteCode }),
  })
  if (providers?.length === 0) return null
  return (
    <div className="mb-6 flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3" aria-busy={!providers || undefined}>
        {!providers && [0, 1].map((at) => <Skeleton key={at} className="h-14" />)}
        {providers?.map(({ provider, simulated }) => (
          <Button
            key={provider}
            variant="secondary"
            size="large"
            className="min-h-14 px-2! py-1.5 text-14!"
            busy={leaving.isPending && leaving.variables === provider}
            onClick={() => leaving.mutate(provider)}
          >
            <ProviderMark provider={provider} />
            <span className="min-w-0 leading-tight">
              {t('social.goOnWith', { provider: providerNames[provider] })}
              {simulated && (
                <span className="block text-12 leading-tight font-400 text-fg2">{t('social.simulated')}</span>
              )}
            </span>
          </Button>
        ))}
      </div>
      {leaving.error && <FormProblem>{socialText(leaving.error, leaving.variables ?? 'google')}</FormProblem>}
      <p className="flex items-center gap-3 text-13 text-fg3 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {t('social.or')}
      </p>
    </div>
  )
}
