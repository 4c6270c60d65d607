import { listApiKeys, maxApiKeys, revokeApiKey, type ApiKey } from '@evenhand/protocol/api-keys.ts'
import { IconButton } from '@evenhand/ui/button.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Loaded, Section } from '../../../../layout/section.tsx'
import { call } from '../../../../lib/call.ts'
import { Dot } from '../../../../lib/dot.tsx'
import { useOwn } from '../../../../lib/proving/use-security.ts'
import { ProofSheet } from '../../proof-sheet.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useChange } from '../use-change.ts'
import { useDayText } from '../use-day-text.ts'
import { NewKeyForm } from './new-key-form.tsx'
import { NewSecret } from './new-secret.tsx'

/** The keys with which programs of the customer read and trade: those there are, one more, one less. */
export function ApiKeysScreen() {
  const t = useTranslations('security')
  const query = useOwn('apiKeys', () => call(listApiKeys, {}))
  const [secret, setSecret] = useState<string | undefined>()
  const [revoked, setRevoked] = useState<ApiKey | undefined>()
  const revoking = useChange(
    (id: string) => call(revokeApiKey, { id }),
    () => {
      setRevoked(undefined)
      toast(t('apiKey.revoked'), 'good')
    },
  )
  return (
    <>
      <Section title={t('apiKey.own')} text={t('apiKey.text')}>
        <a href="/docs" className="self-start font-600 text-accent-text">
          {t('apiKey.reference')}
        </a>
        <Loaded query={query}>
          {(keys) =>
            keys.length === 0 ? (
              <p className="text-fg2">{t('apiKey.none')}</p>
            ) : (
              <KeyList keys={keys} onRevoke={setRevoked} />
            )
          }
        </Loaded>
      </Section>
      {secret !== undefined && <NewSecret secret={secret} onKept={() => setSecret(undefined)} />}
      {secret === undefined && query.data !== undefined && query.data.length < maxApiKeys && (
        <NewKeyForm onMade={setSecret} />
      )}
      {query.data !== undefined && query.data.length >= maxApiKeys && (
        <p className="text-fg2">{t('apiKey.full', { most: maxApiKeys })}</p>
      )}
      <ConfirmDialog
        open={revoked !== undefined}
        title={t('apiKey.revoke')}
        action={t('apiKey.revoke')}
        change={revoking}
        onConfirm={() => revoked && revoking.run(revoked.id)}
        onClose={() => setRevoked(undefined)}
      >
        <p>{t('apiKey.revokeText', { name: revoked?.label ?? '' })}</p>
      </ConfirmDialog>
      <ProofSheet />
    </>
  )
}

type ListProps = { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }

function KeyList({ keys, onRevoke }: ListProps) {
  const t = useTranslations('security')
  const dayText = useDayText()
  return (
    <ul className="divide-y divide-line">
      {keys.map((key) => (
        <li key={key.id} className="flex items-center gap-3 py-2.5">
          <span className="min-w-0 grow">
            <span className="block truncate font-600">
              <bdi>{key.label}</bdi> <bdi dir="ltr">…{key.ending}</bdi>
            </span>
            <span className="block text-13 text-fg2">
              {t(`apiKey.scope.${key.scope}`)}
              <Dot />
              {t(key.virtualOnly ? 'apiKey.account.VIRTUAL' : 'apiKey.account.ANY')}
            </span>
            <span className="block text-13 text-fg2">
              {key.usedAt === null ? t('apiKey.unused') : t('apiKey.used', { time: dayText(key.usedAt) })}
              <Dot />
              {t('apiKey.ends', { time: dayText(key.expiresAt) })}
            </span>
            {key.addresses.length > 0 && (
              <span className="block text-13 break-all text-fg2">
                <bdi dir="ltr">{key.addresses.join(', ')}</bdi>
              </span>
            )}
          </span>
          <IconButton icon="trash" label={t('apiKey.revokeOne', { name: key.label })} onClick={() => onRevoke(key)} />
        </li>
      ))}
    </ul>
  )
}
