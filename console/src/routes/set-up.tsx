import { useNavigate } from '@tanstack/react-router'
import { SetUpScreen } from '../features/setup/set-up-screen.tsx'
import { Outside } from '../layout/outside.tsx'
import { givenSecret } from '../lib/given-secret.ts'

export function SetUp() {
  const navigate = useNavigate()
  return (
    <Outside>
      <SetUpScreen secret={givenSecret} onDone={() => void navigate({ to: '/sign-in', search: {} })} />
    </Outside>
  )
}
