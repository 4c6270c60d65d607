import { ProofSheet } from '../features/auth/proof-sheet.tsx'
import { OwnData } from '../features/profile/customer-data.tsx'

export function Export() {
  return (
    <>
      <OwnData />
      <ProofSheet />
    </>
  )
}
