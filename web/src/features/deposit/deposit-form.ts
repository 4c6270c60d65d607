import type { FundCoin, FundMethod, FundNetwork } from '@evenhand/protocol/funds.ts'
import { transactionHash } from '@evenhand/protocol/funds.ts'
import { assetScales, formatUnits } from '@evenhand/protocol/money.ts'
import { parseAmount } from '../../lib/parse-amount.ts'
import { Refused } from '../../lib/problem.ts'

/** What a customer wrote about coins that were sent. */
export type DepositForm = { amount: string; last6: string; txHash: string; proofFileId: string }
export const emptyForm: DepositForm = { amount: '', last6: '', txHash: '', proofFileId: '' }

export type DepositField = keyof DepositForm
/** One of our own texts, or the words of the refusal that the server would give. */
export type FieldProblem =
  | 'amountMissing'
  | 'last6Wrong'
  | 'hashMissing'
  | 'sending'
  | { readonly ambiguous: string }
  | Refused
export type FieldProblems = { readonly [field in DepositField]?: FieldProblem }

export type DepositRequest = {
  coin: FundCoin
  network: FundNetwork
  amount: string
  last6: string
  txHash: string
  proofFileId: string
}
type Checked = { problems: FieldProblems; request: DepositRequest | undefined }

const refused = (key: Refused['key'], params: Refused['params'] = {}): Refused =>
  new Refused(key, { code: 0, params, traceId: '' })

/** The last six characters of what was typed; a whole address that was pasted is cut to them. */
export const lastSix = (text: string): string => {
  const plain = text.trim()
  return plain.length > 12 ? plain.slice(-6) : plain
}

/** The same rules as the server's, found before a request to it: every field is named that is wrong. */
export function checkDeposit(form: DepositForm, method: FundMethod, isSending = false): Checked {
  const { coin, network } = method
  const amount = parseAmount(form.amount, assetScales[coin])
  const txHash = transactionHash(method.chain, form.txHash)
  const problems: { [field in DepositField]?: FieldProblem } = {}
  if (amount.kind === 'empty') problems.amount = 'amountMissing'
  else if (amount.kind === 'ambiguous') problems.amount = { ambiguous: amount.readings[0] ?? '' }
  else if (amount.kind !== 'amount' || amount.units === 0n) problems.amount = refused('amountWrong')
  else if (amount.units < method.minDeposit)
    problems.amount = refused('depositBelowMinimum', { coin, min: minText(method) })
  if (!/^[A-Za-z0-9]{6}$/.test(form.last6.trim())) problems.last6 = 'last6Wrong'
  if (form.txHash.trim() === '') problems.txHash = 'hashMissing'
  else if (txHash === undefined) problems.txHash = refused('hashMalformed', { network })
  if (isSending) problems.proofFileId = 'sending'
  else if (form.proofFileId === '') problems.proofFileId = refused('proofImageNeeded')
  if (Object.keys(problems).length > 0 || amount.kind !== 'amount' || txHash === undefined)
    return { problems, request: undefined }
  const request = {
    coin,
    network,
    amount: amount.text,
    last6: form.last6.trim(),
    txHash,
    proofFileId: form.proofFileId,
  }
  return { problems, request }
}

/** The least that a form takes, in the coin. */
export const minText = ({ coin, minDeposit }: FundMethod): string => formatUnits(minDeposit, assetScales[coin], 0)

const fields: { readonly [key in Refused['key']]?: DepositField } = {
  amountWrong: 'amount',
  depositBelowMinimum: 'amount',
  ownLimitReached: 'amount',
  hashMalformed: 'txHash',
  transactionKnown: 'txHash',
  proofImageNeeded: 'proofFileId',
  notFound: 'proofFileId',
}

/** The field that a refusal of the server belongs to; undefined where it is about the form as a whole. */
export function fieldFor(problem: unknown): DepositField | undefined {
  if (!(problem instanceof Refused)) return undefined
  if (problem.key !== 'dataIncomplete') return fields[problem.key]
  const named = problem.params['fields']
  const [first] = Array.isArray(named) ? (named as { field?: string }[]) : []
  return (['amount', 'last6', 'txHash', 'proofFileId'] as const).find((field) => field === first?.field)
}
