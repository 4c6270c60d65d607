import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Banner, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { ModeSwitch } from '../../layout/mode-switch.tsx'
import type { ScreenProps } from '../../lib/feature.ts'
import { useAccountMode } from '../../lib/session.ts'
import { BindForm } from './bind-form.tsx'
import { InviteLink } from './invite-link.tsx'
import { InviteRules } from './invite-rules.tsx'
import { InviteSums } from './invite-sums.tsx'
import { Invitees } from './invitees.tsx'
import { InviterCard } from './inviter-card.tsx'
import { useInviteInfo, type InviteInfo } from './invites-query.ts'
import { RewardLines } from './reward-lines.tsx'

type Search = { side?: string | undefined; page?: string | undefined }

/** The invite programme: the link, what it earned, and each fee behind it. It is the real account's. */
export function InviteScreen({ search, onSearch }: ScreenProps<Search>) {
  const codes = useTranslations('codes')
  const mode = useAccountMode()
  if (mode === 'virtual')
    return (
      <Banner variant="info" action={<ModeSwitch to="real" />}>
        {codes('realAccountNeeded')}
      </Banner>
    )
  return <Loaded search={search} onSearch={onSearch} />
}

function Loaded({ search, onSearch }: ScreenProps<Search>) {
  const t = useTranslations('invites')
  const common = useTranslations('common')
  const { data, isError, refetch } = useInviteInfo()
  if (!data && isError)
    return (
      <ErrorState
        title={common('state.loadFailed')}
        text={t('safe')}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    )
  if (!data)
    return (
      <div aria-busy="true" className="flex flex-col gap-4">
        <Skeleton className="h-10" />
        <Skeleton className="h-60 rounded-card" />
        <Skeleton className="h-40 rounded-card" />
      </div>
    )
  return (
    <>
      <Lead info={data} />
      <div className="grid items-start gap-4 desktop:grid-cols-2">
        <InviteLink code={data.code} />
        {data.offered ? <InviteSums info={data} /> : null}
      </div>
      {data.bindUntil !== null && <BindForm until={data.bindUntil} />}
      {data.inviter && <InviterCard inviter={data.inviter} />}
      <Invitees />
      <RewardLines search={search} onSearch={onSearch} info={data} />
      {data.offered && <InviteRules rules={data.rules} />}
    </>
  )
}

/** What the programme is; where a country closes it, that it is closed. */
function Lead({ info }: { info: InviteInfo }) {
  const t = useTranslations('invites')
  if (!info.offered)
    return (
      <>
        <p className="max-w-text text-15 text-fg2">{t('leadOff')}</p>
        <Banner variant="info">{t('off')}</Banner>
      </>
    )
  return (
    <>
      <p className="max-w-text text-15 text-fg2">{t('lead')}</p>
      {!info.verified && (
        <Banner
          variant="info"
          action={
            <Link to="/profile/verification" className={buttonClass('secondary', 'small')}>
              {t('verify')}
            </Link>
          }
        >
          {t('unverified')}
        </Banner>
      )}
    </>
  )
}
