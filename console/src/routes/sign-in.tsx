import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { SignInScreen } from '../features/signin/sign-in-screen.tsx'
import { Outside } from '../layout/outside.tsx'

const route = getRouteApi('/sign-in')

export function SignIn() {
  const { back, ended } = route.useSearch()
  const navigate = useNavigate()
  return (
    <Outside>
      <SignInScreen ended={ended === '1'} onDone={() => void navigate({ href: back ?? '/', replace: true })} />
    </Outside>
  )
}
