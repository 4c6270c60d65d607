import { useNavigate } from '@evenhand/ui/router.ts'
import { Outside } from '../../layout/outside.tsx'
import { givenSecret } from '../../lib/setup-token.ts'
import { SetUpScreen } from './set-up-screen.tsx'

/** The set-up of an invited operator, which ends at the sign-in. */
export function SetUp() {
  const navigate = useNavigate()
  return (
    <Outside>
      <SetUpScreen secret={givenSecret} onDone={() => void navigate({ to: '/sign-in', search: {} })} />
    </Outside>
  )
}
