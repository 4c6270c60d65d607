import { timeFormat } from '@evenhand/protocol/sentence-date.ts'
import { recordKinds, type RecordKind } from '@evenhand/proofs/contracts/record-kinds.ts'
import { contractReceipt, type ContractOrder } from '@evenhand/protocol/contracts.ts'
import { contractStates } from '@evenhand/protocol/states.ts'
import { Button, Spinner } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { ErrorState } from '@evenhand/ui/states.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FieldError } from '@evenhand/ui/field.tsx'
import { ModeChip } from '../../layout/mode-chip.tsx'
import { call } from '../../lib/call.ts'
import { ComplainLink } from '../../lib/complain-link.tsx'
import { download } from '../../lib/download.ts'
import { evenAmounts } from '../../lib/even-amounts.tsx'
import { Figure } from '../../lib/format.tsx'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useProblemText } from '../../lib/problem-text.ts'
import { fileText, saveFile } from '../../lib/save-file.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import { loadTexts } from '../../lib/texts.ts'
import { profitTexts, type LivePosition } from './contract-live.ts'
import { ContractChip, LiveProfit, SideMark } from './contract-parts.tsx'
import { useContract, useLivePositions } from './contracts-query.ts'
import { PositionActions } from './position-actions.tsx'
import { RecordCheck } from './record-check.tsx'
import { happenedAt } from './record-time.ts'
import { ReverseDialog } from './reverse-dialog.tsx'
import { Price, Row } from './ticket-costs.tsx'

// Few contracts end so: the others go without the texts of the notices.
const UnfilledReason = lazyPart(async () => {
  const [part] = await Promise.all([import('./unfilled-reason.tsx'), loadTexts('notice')])
  return part.UnfilledReason
})

type Records = readonly { kind: string; at: number; tick?: unknown }[]

/** How a contract stands or ended: its result, its figures, and the signed records of all that happened to it. */
export function ContractSheet({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useTranslations('contracts')
  const common = useTranslations('common')
  const problemText = useProblemText()
  const { data, error, refetch } = useContract(id)
  return (
    <Dialog
      variant="sheet"
      open={id !== undefined}
      onClose={onClose}
      title={
        <span className="flex flex-wrap items-center gap-2">
          {t('ticket.title')}
          {data && (
            <>
              <Figure className="text-14 font-400 text-fg3">{data.order.orderNo}</Figure>
              <ModeChip mode={data.order.mode} />
            </>
          )}
        </span>
      }
      closeLabel={common('close')}
      className="desktop:w-[min(36rem,calc(100vw-2rem))]!"
    >
      {data && <SheetBody order={data.order} records={data.records} />}
      {!data && !error && (
        <div className="flex justify-center py-16">
          <Spinner />
          <span className="sr-only">{common('state.loading')}</span>
        </div>
      )}
      {!data && error && (
        <ErrorState
          title={common('state.loadFailed')}
          text={problemText(error)}
          action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
        />
      )}
    </Dialog>
  )
}

function SheetBody({ order, records }: { order: ContractOrder; records: Records }) {
  const live = useLivePositions([order]).get(order.id)
  const [reversed, setReversed] = useState<ContractOrder>()
  const isOver = contractStates[order.status].length === 0
  const isUnfilled = isOver && order.openPrice === null
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center gap-3">
        <Figure className="text-18 font-700">{order.code}</Figure>
        <SideMark side={order.side} />
        <ContractChip order={order} />
        {order.openPrice !== null && <LiveProfit order={order} live={live} />}
      </p>
      {isUnfilled && <UnfilledReason order={order} />}
      <PositionActions order={order} live={live} onReverse={setReversed} />
      {reversed && <ReverseDialog order={reversed} live={live} onClose={() => setReversed(undefined)} />}
      <ContractFacts order={order} live={live} />
      <RecordList order={order} records={records} />
      {isOver && <ComplainLink about="order" id={order.id} no={order.orderNo} />}
    </div>
  )
}

/** The prices and the money of a contract. */
function ContractFacts({ order, live }: { order: ContractOrder; live: LivePosition | undefined }) {
  const t = useTranslations('contracts')
  const when = useWhen()
  const pending = order.openPrice === null
  // As the line above has it, which goes with the newest price.
  const profit = live ? profitTexts(live).profit : order.profit
  const { requiredMargin, feeOpen, feeClose, financing } = order
  const { amount } = evenAmounts(requiredMargin, feeOpen, feeClose, financing, profit)
  return (
    <dl className="grid gap-x-8 gap-y-1 text-14 desktop:grid-cols-2">
      <Row name={t('ticket.type')}>{t(`type.${order.orderType}`)}</Row>
      <Row name={t('ticket.lots')}>
        <Figure>{order.lots}</Figure>
      </Row>
      <Row name={t('ticket.leverage')}>
        <Figure>{order.leverage}×</Figure>
      </Row>
      {order.price !== null && (
        <Row name={t('ticket.price')}>
          <Price text={order.price} decimals={order.precision} exact />
        </Row>
      )}
      {!pending && (
        <Row name={t('figure.open')}>
          <Price text={order.openPrice} decimals={order.precision} />
        </Row>
      )}
      {/* An order that ended unfilled names the price at which it did, and nothing was closed. */}
      {!pending && order.closePrice !== null && (
        <Row name={t('figure.close')}>
          <Price text={order.closePrice} decimals={order.precision} />
        </Row>
      )}
      <Row name={t('figure.stopLoss')}>
        <Price text={order.stopLoss} decimals={order.precision} exact />
      </Row>
      <Row name={t('figure.takeProfit')}>
        <Price text={order.takeProfit} decimals={order.precision} exact />
      </Row>
      {order.status === 'OPEN' && (
        <Row name={t('figure.closeOut')}>
          <Price text={order.closeOutPrice} decimals={order.precision} />
        </Row>
      )}
      {!pending && (
        <>
          <Row name={t('figure.margin')}>{amount(requiredMargin)}</Row>
          <Row name={t('cost.feeOpen')}>{amount(feeOpen)}</Row>
          {order.closePrice !== null && <Row name={t('cost.feeClose')}>{amount(feeClose)}</Row>}
          <Row name={t('figure.financing')}>{amount(financing)}</Row>
          <Row name={t('figure.profit')}>{amount(profit, true)}</Row>
        </>
      )}
      <Row name={t('figure.accepted')}>{when(order.acceptedAt)}</Row>
      {order.expirationTime !== null && <Row name={t('figure.expires')}>{when(order.expirationTime)}</Row>}
      {order.expiresAt !== null && <Row name={t('ticket.valid')}>{when(order.expiresAt)}</Row>}
    </dl>
  )
}

const isKind = (kind: string): kind is RecordKind => (recordKinds as readonly string[]).includes(kind)

/** What happened, in order, each a signed record; all of them as one file, with their positions in the log. */
function RecordList({ order, records }: { order: ContractOrder; records: Records }) {
  const t = useTranslations('contracts')
  const problemText = useProblemText()
  const when = useWhen()
  const save = useMutation({
    meta: { handled: true },
    mutationFn: async () =>
      saveFile(
        `evenhand-${order.mode}-${order.orderNo}.json`,
        fileText(await download(() => call(contractReceipt, { id: order.id }, { mode: order.mode }))),
      ),
  })
  return (
    <section className="flex flex-col gap-1 border-t border-line pt-3">
      <h3 className="font-600">{t('record.title')}</h3>
      <p className="text-13 text-fg2">{t('record.text')}</p>
      <RecordCheck id={order.id} records={records} />
      <ol className="flex flex-col text-13">
        {records.map((record, at) => (
          // Records have no id of their own; their order never changes.
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <li key={at} className="flex justify-between gap-3 border-t border-line py-1.5 first:border-0">
            <span>{isKind(record.kind) ? t(`record.${record.kind}`) : record.kind}</span>
            <span className="text-fg2">{when(happenedAt(record))}</span>
          </li>
        ))}
      </ol>
      <Button
        variant="secondary"
        size="small"
        className="self-start"
        busy={save.isPending}
        onClick={() => save.mutate()}
      >
        {t('record.save')}
      </Button>
      <FieldError>{save.error && problemText(save.error)}</FieldError>
    </section>
  )
}

function useWhen(): (ms: number) => string {
  const tag = languageOf(useLang()).tag
  const format = timeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium' })
  return (ms) => format.format(ms)
}
