import { ProofSheet } from '../features/auth/proof-sheet.tsx'
import { CustomerData } from '../features/profile/customer-data.tsx'

export function Export() {
  return (
    <>
      <CustomerData />
      <ProofSheet />
    </>
  )
}
