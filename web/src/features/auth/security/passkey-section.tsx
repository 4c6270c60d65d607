import { passkeyLimits, passkeyOptions, registerPasskey, removePasskey } from '@evenhand/protocol/second-factor.ts'
import { Button, IconButton } from '@evenhand/ui/button.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../lib/call.ts'
import { withProof } from '../../../lib/proof.ts'
import { canUsePasskeys, makePasskey } from '@evenhand/ui/passkey.ts'
import { useProofText } from '../../../lib/proving/use-proof-text.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Section } from '../../../layout/section.tsx'
import { useChange } from './use-change.ts'
import { useDayText } from './use-day-text.ts'

type Passkey = { id: string; name: string; createdAt: number; lastUsedAt: number | null }
type PasskeysProps = { passkeys: readonly Passkey[]; onCodes: (codes: string[]) => void }

/** The passkeys of an account: one more, or one less. */
export function PasskeySection({ passkeys, onCodes }: PasskeysProps) {
  const t = useTranslations('security')
  const proofText = useProofText()
  const [removed, setRemoved] = useState<Passkey | undefined>()
  const adding = useChange(
    async () => {
      // Proved first, so that what the device made is not thrown away when the proof is requested.
      const options = await withProof(() => call(passkeyOptions, {}))
      return call(registerPasskey, { passkey: await makePasskey(options) })
    },
    ({ recoveryCodes }) => {
      toast(t('passkey.added'), 'good')
      if (recoveryCodes) onCodes(recoveryCodes)
    },
  )
  const removing = useChange(
    (id: string) => call(removePasskey, { id }),
    () => {
      setRemoved(undefined)
      toast(t('passkey.removed'), 'good')
    },
  )
  const isFull = passkeys.length >= passkeyLimits.max
  return (
    <Section title={t('passkey.title')} text={t('passkey.text')} state={t('passkey.count', { count: passkeys.length })}>
      {passkeys.length > 0 && (
        <PasskeyList
          passkeys={passkeys}
          onRemove={(passkey) => {
            removing.reset()
            setRemoved(passkey)
          }}
        />
      )}
      {canUsePasskeys() && !isFull && (
        <Button
          variant={passkeys.length > 0 ? 'secondary' : 'primary'}
          className="self-start"
          busy={adding.isPending}
          onClick={() => adding.run(undefined)}
        >
          {t('passkey.add')}
        </Button>
      )}
      {!canUsePasskeys() && <p className="text-13 text-fg2">{t('passkey.notHere')}</p>}
      {isFull && <p className="text-13 text-fg2">{t('passkey.full', { most: passkeyLimits.max })}</p>}
      <FieldError>{proofText(adding.problem)}</FieldError>
      <ConfirmDialog
        open={removed !== undefined}
        title={t('passkey.remove')}
        action={t('passkey.remove')}
        change={removing}
        onConfirm={() => removed && removing.run(removed.id)}
        onClose={() => setRemoved(undefined)}
      >
        <p>{t('passkey.removeText', { name: removed?.name ?? '' })}</p>
      </ConfirmDialog>
    </Section>
  )
}

type ListProps = { passkeys: readonly Passkey[]; onRemove: (passkey: Passkey) => void }

function PasskeyList({ passkeys, onRemove }: ListProps) {
  const t = useTranslations('security')
  const dayText = useDayText()
  return (
    <ul className="divide-y divide-line">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="flex items-center gap-3 py-2">
          <span className="min-w-0 grow">
            <span className="block truncate font-600">
              <bdi>{passkey.name}</bdi>
            </span>
            <span className="text-13 text-fg2">
              {passkey.lastUsedAt === null
                ? t('passkey.made', { time: dayText(passkey.createdAt) })
                : t('passkey.used', { time: dayText(passkey.lastUsedAt) })}
            </span>
          </span>
          <IconButton
            icon="trash"
            label={t('passkey.removeOne', { name: passkey.name })}
            onClick={() => onRemove(passkey)}
          />
        </li>
      ))}
    </ul>
  )
}
