import { operatorLogout } from '@evenhand/protocol/operators.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../lib/call.ts'
import { keepOperator, useOperator } from '../lib/session.ts'
import { useTag } from '../lib/settings.ts'
import { durationText, whenText } from '../lib/when.tsx'
import { Menu } from './menu.tsx'

/** Who is signed in, with which roles, for how long, and the way out. */
export function AccountMenu() {
  const t = useTranslations('common')
  const tag = useTag()
  const signedIn = useOperator()
  const leave = useMutation({
    mutationFn: () => call(operatorLogout, {}),
    onSuccess: () => {
      keepOperator(undefined)
      location.assign('/sign-in')
    },
  })
  if (!signedIn) return null
  const { operator, idleMs, endsAt } = signedIn
  return (
    <Menu
      icon="user"
      label={t('account.menu', { name: operator.name })}
      text={
        <span dir="ltr" className="max-w-40 truncate text-13 font-600 mobile:hidden">
          {operator.name}
        </span>
      }
    >
      <div className="flex w-64 flex-col gap-3">
        <p dir="auto" className="font-600">
          {operator.name}
        </p>
        <p className="flex flex-wrap gap-1.5">
          {operator.roles.map((role) => (
            <Chip key={role} variant="accent">
              {t(`role.${role}`)}
            </Chip>
          ))}
        </p>
        <p className="text-13 text-fg2">
          {t('account.left', { time: durationText(idleMs, tag) })}
          <br />
          {t('account.endsAt', { time: whenText(endsAt) })}
        </p>
        <Button variant="secondary" busy={leave.isPending} onClick={() => leave.mutate()}>
          {t('account.signOut')}
        </Button>
      </div>
    </Menu>
  )
}
