import { ProofSheet } from '../features/auth/proof-sheet.tsx'
import { AddressesPage } from '../features/withdraw/addresses/addresses-page.tsx'

export const Addresses = ({ search: { add } }: { search: { add?: string | undefined } }) => (
  <>
    <AddressesPage add={add} />
    <ProofSheet />
  </>
)
