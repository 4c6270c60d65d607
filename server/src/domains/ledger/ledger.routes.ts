import { ledgerCheck } from '@evenhand/protocol/books.ts'
import { handle, type Mounted } from '../../kernel/http.ts'
import type { Ledger } from './index.ts'

export const ledgerRoutes = (ledger: Ledger): Mounted[] => [handle(ledgerCheck, () => ledger.lastCheck())]
