import { ProofSheet } from '../features/auth/proof-sheet.tsx'
import { CloseForm } from '../features/profile/close-form.tsx'

export function Close() {
  return (
    <>
      <CloseForm />
      <ProofSheet />
    </>
  )
}
