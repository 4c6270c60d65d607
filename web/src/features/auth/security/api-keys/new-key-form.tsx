import { createApiKey, keyScopes, type KeyScope } from '@evenhand/protocol/api-keys.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Section } from '../../../../layout/section.tsx'
import { call } from '../../../../lib/call.ts'
import { namedFields } from '../../../../lib/proving/form-problem.ts'
import { useProofText } from '../../../../lib/proving/use-proof-text.ts'
import { isRefused } from '../../../../lib/problem.ts'
import { useChange } from '../use-change.ts'
import { toFirstError } from '../../../../lib/use-first-error.ts'

const lives = [30, 90, 365] as const
const accounts = ['VIRTUAL', 'ANY'] as const

/** Which field a refused key names. */
const isNamed = (problem: unknown, field: string): boolean =>
  isRefused(problem, 'dataIncomplete') && namedFields(problem).some((one) => one.field === field)

/** What is chosen for a new key; it begins with what can do least harm. */
function useNewKey(onMade: (secret: string) => void) {
  const [label, setLabel] = useState('')
  const [scope, setScope] = useState<KeyScope>('READ')
  const [account, setAccount] = useState<(typeof accounts)[number]>('VIRTUAL')
  const [addresses, setAddresses] = useState('')
  const [days, setDays] = useState<number>(lives[1])
  const [isEmpty, setIsEmpty] = useState(false)
  const making = useChange(
    () =>
      call(createApiKey, {
        label: label.trim(),
        scope,
        virtualOnly: account === 'VIRTUAL',
        addresses: addresses.split(/[\s,;]+/).filter(Boolean),
        days,
      }),
    ({ secret }) => onMade(secret),
  )
  const submit = (): void => {
    setIsEmpty(label.trim() === '')
    if (label.trim() !== '') making.run(undefined)
  }
  const chosen = { label, scope, account, addresses, days, isEmpty }
  return { ...chosen, setLabel, setScope, setAccount, setAddresses, setDays, making, submit }
}

/** The form of a new key. */
export function NewKeyForm({ onMade }: { onMade: (secret: string) => void }) {
  const t = useTranslations('security')
  const proofText = useProofText()
  const { label, scope, account, addresses, days, isEmpty, making, ...form } = useNewKey(onMade)
  const [isLabelWrong, isAddressWrong] = [isNamed(making.problem, 'label'), isNamed(making.problem, 'addresses')]
  return (
    <Section title={t('apiKey.new')}>
      <form
        ref={toFirstError}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          form.submit()
        }}
      >
        <TextField
          label={t('apiKey.label')}
          hint={t('apiKey.labelHint')}
          value={label}
          maxLength={40}
          autoComplete="off"
          error={isEmpty ? t('apiKey.labelMissing') : isLabelWrong ? t('apiKey.labelHint') : undefined}
          onChange={(event) => form.setLabel(event.target.value)}
        />
        <Select
          label={t('apiKey.may')}
          value={scope}
          options={keyScopes.map((value) => ({ value, label: t(`apiKey.scope.${value}`) }))}
          onChange={(event) => form.setScope(keyScopes.find((one) => one === event.target.value) ?? 'READ')}
        />
        <Select
          label={t('apiKey.on')}
          value={account}
          options={accounts.map((value) => ({ value, label: t(`apiKey.account.${value}`) }))}
          onChange={(event) => form.setAccount(accounts.find((one) => one === event.target.value) ?? 'VIRTUAL')}
        />
        <TextField
          label={t('apiKey.addresses')}
          hint={t('apiKey.addressesHint')}
          value={addresses}
          dir="ltr"
          autoComplete="off"
          error={isAddressWrong ? t('apiKey.addressesWrong') : undefined}
          onChange={(event) => form.setAddresses(event.target.value)}
        />
        <Select
          label={t('apiKey.life')}
          value={String(days)}
          options={lives.map((value) => ({ value: String(value), label: t('apiKey.days', { count: value }) }))}
          onChange={(event) => form.setDays(lives.find((one) => String(one) === event.target.value) ?? lives[1])}
        />
        <FieldError>{isLabelWrong || isAddressWrong ? undefined : proofText(making.problem)}</FieldError>
        <Button type="submit" className="self-start" busy={making.isPending}>
          {t('apiKey.make')}
        </Button>
      </form>
    </Section>
  )
}
