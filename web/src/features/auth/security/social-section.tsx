import { prove } from '@evenhand/protocol/second-factor.ts'
import { removeLinked, type LinkedProvider, type SocialProvider } from '@evenhand/protocol/social.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../lib/call.ts'
import { withProof } from '../../../lib/proof.ts'
import { leaveFor } from '../social/oauth-flow.ts'
import { ProviderMark, providerNames } from '../social/provider-mark.tsx'
import { useProviders } from '../social/social-buttons.tsx'
import { useSocialText } from '../social/use-social-text.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Loaded, Section } from '../../../layout/section.tsx'
import { useChange } from './use-change.ts'
import { useDayText } from './use-day-text.ts'
import { useLinked } from '../../../lib/proving/use-security.ts'

/** The providers one can sign in with, linked or not; nothing where this installation has none and none is linked. */
export function SocialSection({ provedUntil }: { provedUntil: number | null }) {
  const t = useTranslations('security')
  const linked = useLinked()
  const providers = useProviders()
  const all = new Set([...providers.map(({ provider }) => provider), ...(linked.data ?? []).map((one) => one.provider)])
  if (all.size === 0) return null
  return (
    <Section title={t('social.title')} text={t('social.text')}>
      <Loaded query={linked}>
        {(list) => (
          <ul className="divide-y divide-line">
            {[...all].map((provider) => (
              <ProviderRow
                key={provider}
                provider={provider}
                linked={list.find((one) => one.provider === provider)}
                offered={providers.find((one) => one.provider === provider)}
                provedUntil={provedUntil}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

type RowProps = {
  provider: SocialProvider
  linked: LinkedProvider | undefined
  offered: { simulated: boolean } | undefined
  provedUntil: number | null
}

function ProviderRow({ provider, linked, offered, provedUntil }: RowProps) {
  const t = useTranslations('security')
  const auth = useTranslations('auth')
  const socialText = useSocialText()
  const dayText = useDayText()
  const name = providerNames[provider]
  const leaving = useChange(
    () => {
      // The proof is requested before: what the provider sends back is good once, and for ten minutes.
      let isProved = provedUntil !== null
      return withProof(async () => {
        const isFirst = !isProved
        isProved = true
        if (isFirst) await call(prove, {})
        await leaveFor(provider, { purpose: 'link' })
      })
    },
    () => {},
  )
  return (
    <li className="flex flex-wrap items-center gap-3 py-2">
      <ProviderMark provider={provider} />
      <span className="min-w-0 grow">
        <span className="block font-600">{name}</span>
        <span className="text-13 text-fg2">
          {linked
            ? t('social.since', { time: dayText(linked.linkedAt) })
            : offered?.simulated && auth('social.simulated')}
        </span>
      </span>
      {linked?.removable && <Unlink provider={provider} />}
      {linked?.removable === false && <span className="text-13 text-fg2">{t('social.onlyWay')}</span>}
      {!linked && offered && (
        <Button
          variant="secondary"
          size="small"
          busy={leaving.isPending}
          onClick={() => leaving.run(undefined)}
          aria-label={t('social.addOne', { provider: name })}
        >
          {t('social.add')}
        </Button>
      )}
      {leaving.problem && (
        <div className="w-full">
          <FieldError>{socialText(leaving.problem, provider)}</FieldError>
        </div>
      )}
    </li>
  )
}

function Unlink({ provider }: { provider: SocialProvider }) {
  const t = useTranslations('security')
  const name = providerNames[provider]
  const [isRemoving, setIsRemoving] = useState(false)
  const removing = useChange(
    () => call(removeLinked, { provider }),
    () => {
      setIsRemoving(false)
      toast(t('social.removed', { provider: name }), 'good')
    },
  )
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        onClick={() => setIsRemoving(true)}
        aria-label={t('social.removeOne', { provider: name })}
      >
        {t('social.remove')}
      </Button>
      <ConfirmDialog
        open={isRemoving}
        title={t('social.removeOne', { provider: name })}
        action={t('social.remove')}
        change={removing}
        onConfirm={() => removing.run(undefined)}
        onClose={() => setIsRemoving(false)}
      >
        <p>{t('social.removeText', { provider: name })}</p>
      </ConfirmDialog>
    </>
  )
}
