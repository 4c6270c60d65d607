import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { useTranslations } from 'use-intl'
import { ModeChip } from '../../layout/mode-chip.tsx'
import { Dot } from '../../lib/dot.tsx'
import { evenAmounts } from '../../lib/even-amounts.tsx'
import { Figure } from '../../lib/format.tsx'
import { Price, Row } from './ticket-costs.tsx'
import type { ContractTicketModel } from './use-contract-ticket.ts'

/** A contract with real money is shown once more, with what it needs and costs, before it is sent. */
export function ContractConfirmation({ ticket }: { ticket: ContractTicketModel }) {
  const t = useTranslations('contracts')
  const common = useTranslations('common')
  const { toConfirm, preview } = ticket
  const { amount } = evenAmounts(preview?.requiredMargin, preview?.cost.total)
  return (
    <Dialog
      variant="sheet"
      open={toConfirm !== undefined}
      onClose={ticket.cancel}
      title={t('confirmation.title')}
      closeLabel={common('close')}
      className="border-t-3 border-t-accent"
    >
      {toConfirm && (
        <div className="flex flex-col gap-4">
          <p>{t('confirmation.text')}</p>
          <dl className="flex flex-col gap-1 rounded-control bg-sunken px-4 py-3">
            <Row name={t('confirmation.account')}>
              <ModeChip mode="real" />
            </Row>
            <Row name={<Figure>{toConfirm.code}</Figure>}>
              {t(`side.${toConfirm.side}`)}
              <Dot />
              {t('position.lots', { lots: ticket.state.lotsText })}
              <Dot />
              <Figure>{toConfirm.leverage}×</Figure>
            </Row>
            <Row name={t('ticket.type')}>
              {t(`type.${toConfirm.orderType}`)}
              {toConfirm.price !== undefined && (
                <>
                  <Dot />
                  <Price text={toConfirm.price} decimals={ticket.decimals} exact />
                </>
              )}
            </Row>
            {(['stopLoss', 'takeProfit'] as const).map(
              (kind) =>
                toConfirm[kind] !== undefined && (
                  <Row key={kind} name={t(`figure.${kind}`)}>
                    <Price text={toConfirm[kind]} decimals={ticket.decimals} exact />
                  </Row>
                ),
            )}
            {preview && (
              <>
                <Row name={t('figure.margin')}>{amount(preview.requiredMargin)}</Row>
                <Row name={t('cost.line')}>{amount(preview.cost.total)}</Row>
              </>
            )}
          </dl>
          <div className="grid grid-cols-2 gap-3">
            <Button variant="secondary" size="large" onClick={ticket.cancel}>
              {common('cancel')}
            </Button>
            <Button size="large" onClick={ticket.confirm}>
              {common('confirm')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
