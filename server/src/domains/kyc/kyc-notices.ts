import type { NoticeTemplate } from '@evenhand/protocol/notice-params.ts'
import type { NotificationOf } from '../notices/index.ts'

type Step = Exclude<Extract<NoticeTemplate, `kyc.${string}`>, 'kyc.expiring'>

/** The notices of an identification, once for each form and step. `number` distinguishes repeated steps. */
export const kycNotice = (
  template: Step,
  { id, accountId, number = 1 }: { id: string; accountId: bigint; number?: number },
): NotificationOf<Step> => ({ accountId, template, params: {}, ref: `${template} ${id} ${number}` })

/** That a document ends on a day (YYYY-MM-DD), or has ended; once each. */
export const expiryNotice = ({
  id,
  accountId,
  day,
  ended,
}: {
  id: string
  accountId: bigint
  day: string
  ended: 'yes' | 'no'
}): NotificationOf<'kyc.expiring'> => ({
  accountId,
  template: 'kyc.expiring',
  params: { day, ended },
  ref: `kyc.expiring ${id} ${ended === 'yes' ? 2 : 1}`,
})
