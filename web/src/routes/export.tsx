import { ProofSheet } from '../features/auth/proof-sheet.tsx'
import { OwnData } from '../features/profile/own-data.tsx'

export function Export() {
  return (
    <>
      <OwnData />
      <ProofSheet />
    </>
  )
}
