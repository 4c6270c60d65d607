import { contractSides, orderTypes, type ContractSide } from '@evenhand/protocol/contracts.ts'
import { ChoiceChip } from '@evenhand/ui/chip.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Tabs } from '@evenhand/ui/tabs.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { NumberBox } from './number-box.tsx'
import { lotsOfMoney, moneyOfLots, steppedLots } from './contract-ticket.form.ts'
import { cents } from './ticket-costs.tsx'
import type { ContractTicketModel } from './use-contract-ticket.ts'

const fills: Record<ContractSide, string> = {
  BUY: 'bg-up-fill text-white border-transparent',
  SELL: 'bg-down-fill text-white border-transparent',
}

/** Buy or sell: arrow, word and colour. */
export function SideChoice({ value, onChange }: { value: ContractSide; onChange: (side: ContractSide) => void }) {
  const t = useTranslations('contracts')
  return (
    <div role="group" aria-label={t('ticket.side')} className="grid grid-cols-2 gap-2">
      {contractSides.map((side) => (
        <button
          key={side}
          type="button"
          aria-pressed={value === side}
          onClick={() => onChange(side)}
          className={cx(
            'flex min-h-11 items-center justify-center gap-2 rounded-control border text-15 font-600',
            value === side ? fills[side] : 'border-control text-fg2 hover:bg-sunken hover:text-fg',
          )}
        >
          <Icon name={side === 'BUY' ? 'rise' : 'fall'} size={18} />
          {t(`side.${side}`)}
        </button>
      ))}
    </div>
  )
}

/** At the market now, or at a price of one's own. */
export function TypeChoice({ ticket: { state, change } }: { ticket: ContractTicketModel }) {
  const t = useTranslations('contracts')
  return (
    <Tabs
      label={t('ticket.type')}
      variant="segment"
      items={orderTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
      value={state.orderType}
      onChange={(orderType) => change({ orderType })}
      className="w-full! *:grow"
    />
  )
}

type LotsProps = { ticket: ContractTicketModel; error: string | undefined }

/** The size of the position, in lots and in money; each follows the other. */
export function LotsFields({ ticket, error }: LotsProps) {
  const t = useTranslations('contracts')
  const { state, lots, last, change } = ticket
  // What is typed as money stays as it was typed until the field is left.
  const [typed, setTyped] = useState<string>()
  const money = lots === undefined ? '' : cents(moneyOfLots(lots, last) ?? '')
  return (
    <div className="grid grid-cols-2 items-start gap-2">
      <NumberBox
        label={t('ticket.lots')}
        text={state.lotsText}
        error={error}
        onType={(lotsText) => change({ lotsText })}
        steps={{
          less: t('ticket.fewerLots'),
          more: t('ticket.moreLots'),
          onStep: (by) => change({ lotsText: steppedLots(state.lotsText, by) }),
        }}
      />
      <NumberBox
        label={t('ticket.value')}
        text={typed ?? money}
        unit="USDT"
        onType={(text) => {
          setTyped(text)
          const next = lotsOfMoney(text, last)
          if (next !== undefined) change({ lotsText: next })
        }}
        onLeave={() => setTyped(undefined)}
      />
    </div>
  )
}

/** Leverage, of what is offered now; where that has become less since the page was loaded, it is marked so. */
export function LeverageChoice({ ticket: { state, leverages, field, change } }: { ticket: ContractTicketModel }) {
  const t = useTranslations('contracts')
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-13 font-500">{t('ticket.leverage')}</legend>
      <div className="flex gap-1.5 overflow-x-auto [scrollbar-width:none]">
        {leverages.map((leverage) => (
          <ChoiceChip
            key={leverage}
            chosen={leverage === state.leverage}
            onChoose={() => change({ leverage })}
            className="min-w-11 grow px-1! text-13!"
          >
            <bdi dir="ltr">{leverage}×</bdi>
          </ChoiceChip>
        ))}
      </div>
      <FieldError>
        {field === 'leverage' ? t('ticket.leverageNow', { most: String(leverages.at(-1) ?? 1) }) : undefined}
      </FieldError>
    </fieldset>
  )
}
