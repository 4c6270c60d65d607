import type { NoticeParams } from '@evenhand/protocol/notice-params.ts'
import type { SocialProvider } from '@evenhand/protocol/social.ts'
import { noticeWords } from '../notices/index.ts'
import {
  closedMail,
  credentialMail,
  emailChangedMail,
  frozenMail,
  newDeviceMail,
  passwordChangedMail,
  unfreezingMail,
  unfrozenMail,
  welcomeMail,
  type Draft,
  type FreezeLink,
  type OtherWays,
} from './mail-templates.ts'
import type { Trace } from './mask-caller.ts'
import { factorMail } from './second-factor/factor-mail.ts'
import { linkedMail } from './social/linked-mail.ts'

/** What each mail of an account is made of. It is kept until the mail is sent, so no secret is among it. */
type MailParams = {
  welcome: { username: string }
  'login.new_device': Trace
  'password.changed': object
  /** The new address, masked. */
  'email.changed': { email: string }
  'twofa.changed': NoticeParams<'twofa.changed'>
  'social.linked': { provider: SocialProvider }
  'social.unlinked': { provider: SocialProvider }
  'account.frozen': object
  /** When the account can be used again, epoch ms. */
  'account.unfreezing': { until: number }
  'account.unfrozen': object
  'account.closed': object
  'address.added': NoticeParams<'address.added'>
  'fundpwd.changed': NoticeParams<'fundpwd.changed'>
  'apikey.created': NoticeParams<'apikey.created'>
}
export type MailTemplate = keyof MailParams
/** Something that a customer is mailed about, by one of the templates. */
export type AccountMail<K extends MailTemplate = MailTemplate> = {
  [T in K]: { readonly template: T; readonly params: MailParams[T] }
}[K]

/** What a mail is composed with when it is sent: when the operation was, a new link that freezes the account, other ways in. */
export type MailFacts = {
  readonly at: number
  readonly link: () => Promise<FreezeLink>
  readonly otherWays: () => Promise<OtherWays>
}
type Compose<K extends MailTemplate> = (params: MailParams[K], facts: MailFacts) => Promise<Draft>

/** A mail with the words of its notice, and the link that freezes the account: what a thief would do first. */
const noticeWithLink =
  <K extends 'address.added' | 'fundpwd.changed' | 'apikey.created'>(template: K): Compose<K> =>
  async (params, { at, link }) => {
    const words: Parameters<typeof credentialMail>[0] = (lang, zone) => {
      const { subject, lines } = noticeWords({ template, params }, { lang, zone })
      return { subject, lead: lines.join(' ') }
    }
    return credentialMail(words, { at, link: await link() })
  }

const composers: { readonly [K in MailTemplate]: Compose<K> } = {
  welcome: async (params) => welcomeMail(params),
  'login.new_device': async (params, { at, link }) => newDeviceMail({ at, ...params }, await link()),
  'password.changed': async (_params, { at, link, otherWays }) =>
    passwordChangedMail(at, { ways: await otherWays(), link: await link() }),
  'email.changed': async ({ email }, { at, link }) => emailChangedMail({ at, email, link: await link() }),
  'twofa.changed': async (params, { at, link }) => factorMail(params, { at, link: await link() }),
  'social.linked': async ({ provider }, { at, link }) => linkedMail('linked', provider, { at, link: await link() }),
  'social.unlinked': async ({ provider }, { at, link }) => linkedMail('unlinked', provider, { at, link: await link() }),
  'account.frozen': async (_params, { at }) => frozenMail(at),
  'account.unfreezing': async ({ until }, { link }) => unfreezingMail(until, await link()),
  'account.unfrozen': async () => unfrozenMail,
  'account.closed': async (_params, { at }) => closedMail(at),
  'address.added': noticeWithLink('address.added'),
  'fundpwd.changed': noticeWithLink('fundpwd.changed'),
  'apikey.created': noticeWithLink('apikey.created'),
}

/** Composes the mail of a template; what it links to is made now. */
export const composeAccountMail = ({ template, params }: AccountMail, facts: MailFacts): Promise<Draft> =>
  (composers[template] as Compose<MailTemplate>)(params as never, facts)
