import type { TimelineRow } from '@evenhand/protocol/customer-timeline.ts'
import { complaintFindings, complaintKinds } from '@evenhand/protocol/complaints.ts'
import { docTypes } from '@evenhand/protocol/identification.ts'
import { operatorRoles } from '@evenhand/protocol/operator-route.ts'
import { contractSides } from '@evenhand/protocol/contracts.ts'
import {
  closeReasons,
  complaintStatuses,
  contractStatuses,
  depositReasons,
  depositStatuses,
  identificationStatuses,
  loanReasons,
  loanStatuses,
  planStatuses,
  withdrawalReasons,
  withdrawalStatuses,
} from '@evenhand/protocol/states.ts'
import { formatAmount } from '@evenhand/ui/format.tsx'
import { useTranslations } from 'use-intl'
import { useActionText, useReasonText } from '../../lib/action-text.ts'
import { useAssetText } from '../../lib/asset-text.ts'
import { whenText } from '../../lib/when.tsx'

type Params = TimelineRow['params']

/** The text of a word that this page knows; any other as it is written. */
function wordText<W extends string>(words: readonly W[], word: string | undefined, text: (word: W) => string): string {
  const known = words.find((one) => one === word)
  return known === undefined ? (word ?? '') : text(known)
}

/** What a line of a customer's timeline shows, fact by fact, in the language of the page. */
export function useTimelineFacts(): (row: TimelineRow) => string[] {
  const money = useMoneyFacts()
  const access = useAccessFacts()
  const cases = useCaseFacts()
  return (row) => [...money(row), ...access(row), ...cases(row)].filter((fact) => fact !== '')
}

const directions = ['UP', 'DOWN'] as const
const orderStatuses = ['OPEN', 'WON', 'LOST', 'TIE', 'SOLD', 'VOID'] as const

function useAmountText() {
  const assetText = useAssetText()
  return (amount = '', asset = ''): string => `${formatAmount(amount, 8)} ${assetText(asset)}`
}

function useMoneyFacts() {
  const t = useTranslations('customers')
  const deposits = useTranslations('deposits')
  const withdrawals = useTranslations('withdrawals')
  const assetText = useAssetText()
  const amountText = useAmountText()
  const movement = (p: Params, status: string, reason: string) => [
    p['no'] ?? '',
    amountText(p['amount'], p['coin']),
    p['network'] ?? '',
    status,
    reason,
    p['address'] ?? '',
  ]
  return ({ kind, params: p }: TimelineRow): string[] => {
    if (kind === 'deposit')
      return movement(
        p,
        wordText(depositStatuses, p['status'], (one) => deposits(`status.${one}`)),
        wordText(depositReasons, p['reasonCode'], (one) => deposits(`reason.${one}`)),
      )
    if (kind === 'withdrawal')
      return movement(
        p,
        wordText(withdrawalStatuses, p['status'], (one) => withdrawals(`status.${one}`)),
        wordText(withdrawalReasons, p['reasonCode'], (one) => withdrawals(`reason.${one}`)),
      )
    if (kind === 'conversion')
      return [p['no'] ?? '', `${amountText(p['amount'], p['coin'])} → ${amountText(p['received'], p['toCoin'])}`]
    if (kind === 'contract')
      return [
        p['no'] ?? '',
        p['code'] ?? '',
        wordText(contractSides, p['side'], (one) => t(`timeline.contract.${one}`)),
        t('timeline.contract.lots', { lots: formatAmount(p['lots'] ?? '', 2) }),
        assetText(p['asset'] ?? ''),
        wordText(contractStatuses, p['status'], (one) => t(`timeline.contract.status.${one}`)),
        wordText(closeReasons, p['reason'], (one) => t(`timeline.contract.reason.${one}`)),
        p['gain'] === undefined ? '' : amountText(p['gain'], p['asset']),
      ]
    if (kind === 'plan')
      return [
        p['no'] ?? '',
        amountText(p['amount'], 'USDT'),
        wordText(planStatuses, p['status'], (one) => t(`timeline.plan.${one}`)),
        amountText(p['gain'], 'USDT'),
      ]
    if (kind === 'invite')
      return [
        amountText(p['amount'], 'USDT'),
        t('timeline.invited', { count: Number.parseInt(p['customers'] ?? '0', 10) }),
      ]
    if (kind === 'collectible') return [p['no'] ?? '', amountText(p['amount'], 'USDT')]
    if (kind !== 'order') return []
    return [
      p['no'] ?? '',
      p['code'] ?? '',
      wordText(directions, p['direction'], (one) => t(`timeline.direction.${one}`)),
      amountText(p['stake'], p['asset']),
      wordText(orderStatuses, p['status'], (one) => t(`timeline.order.${one}`)),
      p['gain'] === undefined ? '' : amountText(p['gain'], p['asset']),
    ]
  }
}

const outcomes = ['SIGNED_IN', 'WRONG_PASSWORD', 'WRONG_FACTOR', 'BLOCKED'] as const
const keySteps = ['MADE', 'REVOKED'] as const
const keyScopes = ['READ', 'TRADE'] as const
const keyAccounts = ['VIRTUAL', 'BOTH'] as const
const addressStatuses = ['COOLING', 'ACTIVE', 'DELETED'] as const

function useAccessFacts() {
  const t = useTranslations('customers')
  return ({ kind, params: p }: TimelineRow): string[] => {
    if (kind === 'signIn')
      return [
        wordText(outcomes, p['outcome'], (one) => t(`timeline.signIn.${one}`)),
        [p['browser'], p['system']].filter((one) => one !== undefined).join(', '),
        p['place'] ?? '',
        p['newDevice'] === 'yes' ? t('timeline.newDevice') : '',
      ]
    if (kind === 'device')
      return [p['mark'] ?? '', t('timeline.lastSeen', { time: whenText(Number.parseInt(p['seenAt'] ?? '0', 10)) })]
    if (kind === 'apiKey')
      return [
        wordText(keySteps, p['step'], (one) => t(`timeline.apiKey.${one}`)),
        `${p['label'] ?? ''} …${p['ending'] ?? ''}`,
        wordText(keyScopes, p['scope'], (one) => t(`timeline.apiKey.${one}`)),
        wordText(keyAccounts, p['account'], (one) => t(`timeline.apiKey.${one}`)),
      ]
    if (kind !== 'address') return []
    return [
      p['label'] ?? '',
      p['coin'] ?? '',
      p['network'] ?? '',
      p['address'] ?? '',
      wordText(addressStatuses, p['status'], (one) => t(`timeline.address.${one}`)),
    ]
  }
}

function useCaseFacts() {
  const actionText = useActionText()
  const reasonText = useReasonText()
  const common = useTranslations('common')
  const complaints = useTranslations('complaints')
  const customers = useTranslations('customers')
  const identity = useTranslations('identity')
  const loans = useTranslations('loans')
  const amountText = useAmountText()
  const rolesText = (text = ''): string =>
    operatorRoles
      .filter((role) => text.split(',').includes(role))
      .map((role) => common(`role.${role}`))
      .join(', ')
  return ({ kind, params: p }: TimelineRow): string[] => {
    if (kind === 'complaint')
      return [
        p['no'] ?? '',
        wordText(complaintKinds, p['about'], (one) => complaints(`kind.${one}`)),
        wordText(complaintStatuses, p['status'], (one) => complaints(`status.${one}`)),
        wordText(complaintFindings, p['finding'], (one) => complaints(`finding.${one}`)),
      ]
    if (kind === 'loan')
      return [
        p['no'] ?? '',
        amountText(p['amount'], p['coin']),
        wordText(loanStatuses, p['status'], (one) => loans(`status.${one}`)),
        wordText(loanReasons, p['reasonCode'], (one) => loans(`reason.${one}`)),
      ]
    if (kind === 'identity')
      return [
        wordText(docTypes, p['docType'], (one) => identity(`docType.${one}`)),
        identity('attempt', { attempt: p['attempt'] ?? '' }),
        wordText(identificationStatuses, p['status'], (one) => identity(`status.${one}`)),
      ]
    if (kind === 'note') return [p['operator'] ?? '', p['text'] ?? '']
    if (kind === 'legal')
      return [
        p['reference'] ?? '',
        p['tell'] === 'yes' ? customers('timeline.told') : customers('timeline.notTold'),
        p['liftedAt'] === undefined
          ? customers('timeline.reviewOn', { day: p['reviewOn'] ?? '' })
          : customers('timeline.lifted', { time: whenText(Number.parseInt(p['liftedAt'], 10)) }),
      ]
    return kind === 'restriction' || kind === 'access'
      ? [rolesText(p['roles']), actionText(p['act'] ?? ''), reasonText(p['reason'] ?? '')]
      : []
  }
}
