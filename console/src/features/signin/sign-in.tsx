import { useNavigate } from '@evenhand/ui/router.ts'
import { Outside } from '../../layout/outside.tsx'
import { SignInScreen } from './sign-in-screen.tsx'

type SignInProps = { search: { back?: string | undefined; ended?: string | undefined } }

/** The sign-in, and from there to the screen that was requested. */
export function SignIn({ search: { back, ended } }: SignInProps) {
  const navigate = useNavigate()
  return (
    <Outside>
      <SignInScreen ended={ended === '1'} onDone={() => void navigate({ href: back ?? '/', replace: true })} />
    </Outside>
  )
}
