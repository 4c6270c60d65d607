import { parseUnits } from '@evenhand/protocol/money.ts'
import { ChoiceChip } from '@evenhand/ui/chip.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'
import { useQuote } from '../../feed/quote-store.ts'
import type { AlertedItem } from './alert-sheet.tsx'
import { isBeyond, type AlertKind } from './read-target.ts'
import { useAlertForm } from './use-alert-form.ts'
import { repeats, useAlertText } from './use-alert-text.ts'
import { RetryButton } from '../../lib/retry-button.tsx'

const kinds = ['ABOVE', 'BELOW', 'CHANGE'] as const

/** The form of a new price alert. */
export function AlertForm({ item }: { item: AlertedItem }) {
  const t = useTranslations('alerts')
  const { ruleText, repeatText } = useAlertText()
  const form = useAlertForm(item)
  const { kind, added } = form
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <KindChoice value={kind} onChoose={form.chooseKind} />
      <TextField
        inputRef={form.input}
        label={t(kind === 'CHANGE' ? 'percent' : 'price')}
        hint={<TargetHint item={item} kind={kind} target={form.target} />}
        value={form.text}
        onChange={(event) => form.type(event.target.value)}
        error={form.error}
        suffix={kind === 'CHANGE' ? '%' : undefined}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        maxLength={30}
      />
      <Select
        label={t('repeat')}
        value={String(form.every)}
        onChange={(event) => form.chooseEvery(Number.parseInt(event.target.value, 10))}
        options={[0, ...repeats].map((minutes) => ({ value: String(minutes), label: repeatText(minutes) }))}
      />
      <RetryButton type="submit" size="large" busy={form.busy} wait={form.wait}>
        {t('add')}
      </RetryButton>
      {/* Shown here and not in a toast, which would be behind the sheet. */}
      <p role="status" className="flex items-center gap-1.5 text-13 text-good empty:hidden">
        {added && (
          <>
            <Icon name="check" size={16} />
            {t('added', { rule: ruleText(added) })}
          </>
        )}
      </p>
    </form>
  )
}

function KindChoice({ value, onChoose }: { value: AlertKind; onChoose: (kind: AlertKind) => void }) {
  const t = useTranslations('alerts')
  return (
    <fieldset>
      <legend className="mb-1.5 font-500">{t('when')}</legend>
      <div className="grid grid-cols-3 gap-1.5">
        {kinds.map((kind) => (
          <ChoiceChip key={kind} chosen={kind === value} onChoose={() => onChoose(kind)} className="px-1! text-13!">
            {t(`kind.${kind}`)}
          </ChoiceChip>
        ))}
      </div>
    </fieldset>
  )
}

type HintProps = { item: AlertedItem; kind: AlertKind; target: bigint | undefined }

/** What will be notified, and when; a target the price has passed already waits until the price has gone back. */
function TargetHint({ item, kind, target }: HintProps) {
  const t = useTranslations('alerts')
  const price = useQuote(item.code)?.price ?? item.price
  if (kind === 'CHANGE') return t('hint.CHANGE')
  const beyond = target !== undefined && isBeyond(kind, target, parseUnits(price, item.precision))
  return t(beyond ? `beyond.${kind}` : `hint.${kind}`)
}
