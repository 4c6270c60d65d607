import { readFileSync } from 'node:fs'
import { languages, type Lang } from '@evenhand/protocol/languages.ts'
import type { NoticeTemplate } from '@evenhand/protocol/notices.ts'
import { composeMail, type Written } from '../../kernel/mail/compose-mail.ts'
import type { Recipient } from './notices.deps.ts'
import { templates, type Params } from './templates.ts'

type WithdrawalStep =
  | 'requested'
  | 'approved'
  | 'broadcast'
  | 'completed'
  | 'rejected'
  | 'failed'
  | 'cancelled'
  | 'overdue'
type Words = {
  result: { subject: string; lead: string; status: Record<string, string>; profit: string }
  void: { subject: string; lead: string; reason: Record<string, string> }
  account: Record<string, string>
  stake: string
  alert: { subject: string } & Record<string, string>
  limit: { subject: string; lead: string }
  deposit: Record<
    'submitted' | 'recorded' | 'credited' | 'rejected' | 'on_hold' | 'returned' | 'reversed',
    Record<'subject' | 'lead', string>
  > & {
    rejected: { again: string }
    reason: Record<string, string>
  }
  conversion: Record<'done', Record<'subject' | 'lead', string>>
  withdrawal: Record<WithdrawalStep, Record<'subject' | 'lead', string>> & { reason: Record<string, string> }
  address: Record<'added' | 'active', Record<'subject' | 'lead', string>>
  kyc: Record<
    'submitted' | 'verified' | 'resubmit' | 'rejected' | 'expiring' | 'expired',
    Record<'subject' | 'lead', string>
  >
  complaint: Record<'received' | 'answered' | 'escalated', Record<'subject' | 'lead', string>>
  fundPassword: Record<'subject' | 'set' | 'changed' | 'reset' | 'locked' | 'asked' | 'refused' | 'ended', string>
  withdrawalLimit: Record<'subject' | 'lead', string>
  standing: {
    restricted: { subject: string; until: string; reason: Record<string, string> }
    allowed: Record<'subject' | 'lead', string>
    held: Record<'subject' | 'lead', string>
    released: Record<'subject' | 'lead', string>
  }
  adjustment: Record<'announced' | 'applied' | 'withdrawn' | 'lapsed', Record<'subject' | 'lead', string>> & {
    reason: Record<string, string>
  }
  terms: Record<'subject' | 'lead', string>
  termsOfUse: Record<'subject' | 'lead', string>
  chosen: string
  footer: string
}

const words = new Map<Lang, Words>(
  languages.map(({ value }) => [
    value,
    JSON.parse(readFileSync(new URL(`./mail-templates/${value}.json`, import.meta.url), 'utf8')) as Words,
  ]),
)

type Draft = { subject: string; lines: (string | undefined)[] }
const ofDeposit =
  (what: Exclude<keyof Words['deposit'], 'reason'>) =>
  ({ deposit }: Words): Draft => ({ subject: deposit[what].subject, lines: [deposit[what].lead] })
const ofWithdrawal =
  (step: WithdrawalStep) =>
  ({ withdrawal }: Words, { reason = '' }: Params): Draft => ({
    subject: withdrawal[step].subject,
    lines: [withdrawal[step].lead.replace('{reason}', withdrawal.reason[reason] ?? '')],
  })
const ofKyc =
  (step: Exclude<keyof Words['kyc'], 'expired'>) =>
  ({ kyc }: Words, { ended = 'no' }: Params): Draft => {
    const { subject, lead } = kyc[ended === 'yes' ? 'expired' : step]
    return { subject, lines: [lead] }
  }
const ofComplaint =
  (step: keyof Words['complaint']) =>
  ({ complaint }: Words): Draft => ({ subject: complaint[step].subject, lines: [complaint[step].lead] })
const ofAdjustment =
  (step: Exclude<keyof Words['adjustment'], 'reason'>) =>
  ({ adjustment }: Words, { reason = '', line = '' }: Params): Draft => ({
    subject: adjustment[step].subject,
    lines: [adjustment[step].lead.replace('{reason}', adjustment.reason[reason] ?? ''), String(line)],
  })
const drafts: Partial<Record<NoticeTemplate, (own: Words, params: Params) => Draft>> = {
  'option.result': ({ result, account, stake }, { mode = '' }) => ({
    subject: result.subject,
    lines: [result.lead, account[mode], stake, result.profit],
  }),
  'option.void': ({ void: own, account, stake }, { mode = '', reason = '' }) => ({
    subject: own.subject,
    lines: [own.lead, own.reason[reason], account[mode], stake],
  }),
  'limit.reached': ({ limit }) => ({ subject: limit.subject, lines: [limit.lead] }),
  'deposit.submitted': ofDeposit('submitted'),
  'deposit.recorded': ofDeposit('recorded'),
  'deposit.credited': ofDeposit('credited'),
  'deposit.rejected': ({ deposit: { rejected, reason: reasons } }, { reason = '', again = '' }) => ({
    subject: rejected.subject,
    lines: [rejected.lead.replace('{reason}', reasons[reason] ?? ''), again === 'no' ? undefined : rejected.again],
  }),
  'deposit.on_hold': ofDeposit('on_hold'),
  'deposit.returned': ofDeposit('returned'),
  'deposit.reversed': ofDeposit('reversed'),
  'conversion.done': ({ conversion: { done } }) => ({ subject: done.subject, lines: [done.lead] }),
  'withdrawal.requested': ofWithdrawal('requested'),
  'withdrawal.approved': ofWithdrawal('approved'),
  'withdrawal.broadcast': ofWithdrawal('broadcast'),
  'withdrawal.completed': ofWithdrawal('completed'),
  'withdrawal.rejected': ofWithdrawal('rejected'),
  'withdrawal.failed': ofWithdrawal('failed'),
  'withdrawal.cancelled': ofWithdrawal('cancelled'),
  'withdrawal.overdue': ofWithdrawal('overdue'),
  'kyc.submitted': ofKyc('submitted'),
  'kyc.verified': ofKyc('verified'),
  'kyc.resubmit': ofKyc('resubmit'),
  'kyc.rejected': ofKyc('rejected'),
  'kyc.expiring': ofKyc('expiring'),
  'address.added': ({ address: { added } }) => ({ subject: added.subject, lines: [added.lead] }),
  'address.active': ({ address: { active } }) => ({ subject: active.subject, lines: [active.lead] }),
  'fundpwd.changed': ({ fundPassword }, { change = '' }) => ({
    subject: fundPassword.subject,
    lines: [fundPassword[change as 'set'] ?? ''],
  }),
  'complaint.received': ofComplaint('received'),
  'complaint.answered': ofComplaint('answered'),
  'complaint.escalated': ofComplaint('escalated'),
  'fundpwd.answered': ({ fundPassword }, { change = '' }) => ({
    subject: fundPassword.subject,
    lines: [fundPassword[change as 'set'] ?? ''],
  }),
  'withdrawal.limit': ({ withdrawalLimit }) => ({ subject: withdrawalLimit.subject, lines: [withdrawalLimit.lead] }),
  'account.restricted': ({ standing: { restricted } }, { reason = '', when }) => ({
    subject: restricted.subject,
    lines: [restricted.reason[reason], when === undefined ? undefined : restricted.until],
  }),
  'account.allowed': ({ standing: { allowed } }) => ({ subject: allowed.subject, lines: [allowed.lead] }),
  'account.held': ({ standing: { held } }) => ({ subject: held.subject, lines: [held.lead] }),
  'account.released': ({ standing: { released } }) => ({ subject: released.subject, lines: [released.lead] }),
  'adjustment.announced': ofAdjustment('announced'),
  'adjustment.applied': ofAdjustment('applied'),
  'adjustment.withdrawn': ofAdjustment('withdrawn'),
  'adjustment.lapsed': ofAdjustment('lapsed'),
  'terms.updated': ({ termsOfUse }) => ({ subject: termsOfUse.subject, lines: [termsOfUse.lead] }),
  'params.changed': ({ terms }) => ({ subject: terms.subject, lines: [terms.lead] }),
  'alert.price': ({ alert }, { kind = '' }) => ({ subject: alert.subject, lines: [alert[kind]] }),
}

/** What a notice says in a language; undefined where it says nothing of its own. For a domain that composes its mail itself. */
export function noticeWords(
  { template, params }: { template: NoticeTemplate; params: Params },
  lang: Lang,
): { subject: string; lines: string[] } | undefined {
  const own = words.get(lang)
  const draft = own && drafts[template]?.(own, params)
  if (own === undefined || draft === undefined) return undefined
  const status = own.result.status[params['status'] ?? ''] ?? ''
  const said = (text: string): string => fill(lang, text, { ...params, status })
  return { subject: said(draft.subject), lines: draft.lines.filter((line) => line !== undefined).map(said) }
}

/** The mail of a notice in its reader's language; undefined for one that another domain mails. */
export function noticeMail(
  { template, params }: { template: NoticeTemplate; params: Params },
  { lang, phrase }: Pick<Recipient, 'lang' | 'phrase'>,
): Written | undefined {
  const own = words.get(lang)
  const said = templates[template].mail === 'elsewhere' ? undefined : noticeWords({ template, params }, lang)
  if (own === undefined || said === undefined) return undefined
  const { mail, mailedIf } = templates[template]
  const chosen = mail === 'chosen' && mailedIf?.(params) !== true ? [own.chosen] : []
  return composeMail({
    lang,
    subject: said.subject,
    paragraphs: [...said.lines, ...chosen, own.footer].map((text) => ({ text })),
    phrase,
  })
}

/** Values keep their own direction in a text that is read from right to left. */
const fill = (lang: Lang, text: string, values: Params): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return lang === 'ar' ? `\u2068${value}\u2069` : String(value)
  })
